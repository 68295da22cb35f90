import type { RiskName } from "../../protocol/risk-names";
import type { Risk } from "../model";

/** What a risk is called, and what to do instead, as the page of risks says it. Why it matters, its judge says. */
export const riskWords: Readonly<Record<RiskName, Pick<Risk, "title" | "instead">>> = {
  "running-groups": {
    title: "Users change groups",
    instead: "raise allocation, which keeps the split. For other groups, stop it and start a new experiment",
  },
  "running-treatment": {
    title: "A group gets something else",
    instead: "a new experiment with the new values. A broken treatment is stopped",
  },
  "running-allocation": { title: "Users drop out", instead: "stop it, if it harms; else leave it" },
  ramp: { title: "Many more users at once", instead: "smaller steps, with a look at the metrics between" },
  "running-metrics": { title: "Metrics change midway", instead: "otherMetrics, for learning only" },
  "running-units": { title: "Other users are counted", instead: "a new experiment" },
  "running-analysis": {
    title: "Other rules judge the result",
    instead: "decide on the rules before the start, and keep them",
  },
  "running-horizon": {
    title: "The stopping rule changes midway",
    instead: "sequentialTesting from the start, or a new experiment with more users",
  },
  "running-hypothesis": {
    title: "The hypothesis changes midway",
    instead: "write the new one into the next experiment. For a typo, accept",
  },
  "start-incomplete": { title: "It starts incomplete", instead: "add what the review names" },
  "ended-metrics": { title: "Metrics change after the result", instead: "leave them as they were" },
  "ended-groups": { title: "Groups change after the result", instead: "leave them; archive the experiment" },
  "launch-changed": {
    title: "Users get something else than decided",
    instead: "set it together with status: decision_made; change what is shipped in the application",
  },
  "status-step": {
    title: "It goes back, or skips the run",
    instead: "a new experiment. If it stood still only for an hour, accept",
  },
  "decision-without-launched-group": {
    title: "No group is named as the winner",
    instead: "name the group by its id. If none won, launch the control group",
  },
  "source-in-use": {
    title: "Running experiments get other data",
    instead: "a new source beside it, for the next experiments",
  },
  "running-unmanaged": { title: "Nothing manages it any more", instead: "stop, decide and archive it first" },
  "moved-without-adopt": { title: "It exists already", instead: "move its state, or set adopt: true" },
  "unknown-before": {
    title: "It overwrites what nobody has seen",
    instead: "review with a fresh export: --records",
  },
  "overwrites-by-hand": {
    title: "It takes back a change made by hand",
    instead: "declare what the service has, then change the rest",
  },
  "hidden-value": {
    title: "A value is hidden",
    instead: "a literal value, or one that Terraform knows while planning",
  },
};
