import type { RiskName } from "../../protocol/risk-names";

/** Why each risk matters, for people who decide on it: whole sentences without a full stop. */
export const riskReasons: Readonly<Record<RiskName, string>> = {
  "running-groups":
    "Users change groups while the experiment runs, so results from before and after cannot be compared",
  "running-treatment":
    "A running group receives other values, so its results mix two treatments, and users see something else than before",
  "running-allocation": "Users who took part drop out, so they lose what they had, and the results lose their data",
  ramp: "Many more users get the treatment at once, so a mistake in it reaches all of them before anybody sees it",
  "running-metrics": "Metrics that are chosen after results can be seen make a chance finding more likely",
  "running-units": "Who is counted is no longer who the experiment began with, so results mix two populations",
  "running-analysis": "Results are judged by other rules than at the start, which can turn them",
  "running-horizon": "A stopping rule that is changed after results can be seen makes a chance finding more likely",
  "running-hypothesis": "A hypothesis that is rewritten after results can be seen proves nothing",
  "start-incomplete": "It starts without something that its results are judged by",
  "ended-metrics": "Metrics that are changed after the end can turn the result that the decision rests on",
  "ended-groups": "Groups that are changed after the end no longer fit the results that were measured",
  "launch-changed": "Users of the launched group get something else than was decided",
  "status-step": "The status goes backwards or leaves out the run, so what was measured may be lost, or nothing was",
  "decision-without-launched-group": "Nothing says which group won, or that none did",
  "source-in-use":
    "Running experiments read their results from it, and those from before and after rest on different data",
  "running-unmanaged": "It keeps running in the service for its users, and nothing here manages it any more",
  "moved-without-adopt": "It exists already: the deploy stops at the create, or makes a second one",
  "unknown-before": "Nobody can tell what the service has now, and all that is declared overwrites it",
  "overwrites-by-hand":
    "Somebody changed it in the service since the last deploy, perhaps for a reason, and this takes it back",
  "hidden-value": "The plan does not show the value, so nobody can tell what changes for the experiment",
};
