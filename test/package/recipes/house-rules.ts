import { Annotations, Aspects, type IAspect, type TerraformStack } from "cdktf";
import { Experiment, isDeferred } from "cdktf-experimentation";
import type { IConstruct } from "constructs";

/** Refuses an experiment that names no team, and warns of an id without the prefix "web_". */
class HouseRules implements IAspect {
  visit(node: IConstruct): void {
    if (!Experiment.isExperiment(node)) return;
    const { id, team, teamID } = node.declared;
    if (!team && !teamID) Annotations.of(node).addError("team: every experiment names its team");
    // a value known at deploy time cannot be judged here
    if (isDeferred(id) || id.startsWith("web_")) return;
    Annotations.of(node).addWarning(`id: ${JSON.stringify(id)} does not begin with "web_"`);
  }
}

export function addHouseRules(stack: TerraformStack): void {
  Aspects.of(stack).add(new HouseRules());
}
