import type { RiskName } from "../../protocol/risk-names";

/** Why each risk matters, for people who decide on it: sentences without a full stop. The page of risks says the same. */
export const riskReasons: Readonly<Record<RiskName, string>> = {
  "running-groups": "Users change groups, so results from before and after cannot be compared",
  "running-treatment": "Users of a group see something else than before, so its results mix two treatments",
  "running-allocation": "Users who took part drop out, and their data with them",
  ramp: "A mistake in the treatment reaches many users before anybody sees it",
  "running-metrics": "Metrics that are chosen after results can be seen make a chance finding more likely",
  "running-units": "Who is counted is no longer who the experiment began with, so results mix two populations",
  "running-analysis": "Results are judged by other rules than at the start, which can turn them",
  "running-horizon": "A stopping rule that is changed after results can be seen makes a chance finding more likely",
  "running-hypothesis": "A hypothesis that follows the results proves nothing",
  "start-incomplete": "It starts without something that its results are judged by",
  "ended-metrics": "Other metrics can turn the result that the decision rests on",
  "ended-groups": "The groups no longer fit the results that were measured",
  "launch-changed": "Users get something else than was decided",
  "status-step": "What was measured may be lost, or nothing was measured",
  "decision-without-launched-group": "Nothing says which group won, or that none did",
  "source-in-use": "Results of running experiments from before and after rest on different data",
  "running-unmanaged": "It keeps running for its users, and nothing here manages it any more",
  "moved-without-adopt": "It exists already, so the create is refused, or makes a second one",
  "unknown-before": "Nobody can tell what the service has now, and all that is declared overwrites it",
  "overwrites-by-hand": "Somebody changed it in the service, perhaps for a reason, and this takes it back",
  "hidden-value": "The plan does not show the value, so nobody can tell what changes for the experiment",
};
