import { Annotations, Aspects, type IAspect, TerraformStack } from "cdktf";
import { Experiment, isDeferred, Segment } from "cdktf-experimentation";
import type { IConstruct } from "constructs";

/** Refuses an experiment that names no team. */
export class NamesTeam implements IAspect {
  visit(node: IConstruct): void {
    if (!Experiment.isExperiment(node)) return;
    const { team, teamID } = node.declared;
    if (!team && !teamID) Annotations.of(node).addError("team: every experiment names its team");
  }
}

/** Warns of ids that do not begin with a prefix. */
export class IdPrefix implements IAspect {
  constructor(private readonly prefix: string) {}

  visit(node: IConstruct): void {
    if (!Experiment.isExperiment(node) && !Segment.isSegment(node)) return;
    const { id } = node.declared;
    // a value known at deploy time cannot be judged here
    if (isDeferred(id) || id.startsWith(this.prefix)) return;
    Annotations.of(node).addWarning(`id: ${JSON.stringify(id)} does not begin with "${this.prefix}"`);
  }
}

/** Refuses an experiment that another stack declares as well: one instance sees all stacks that it is given to. */
export class OneStackEach implements IAspect {
  private readonly declared = new Map<string, TerraformStack>();

  visit(node: IConstruct): void {
    if (!Experiment.isExperiment(node) || isDeferred(node.declared.id)) return;
    const { id } = node.declared;
    const stack = TerraformStack.of(node);
    const first = this.declared.get(id) ?? stack;
    this.declared.set(id, first);
    if (first !== stack) Annotations.of(node).addError(`id: the stack ${first.node.id} declares "${id}" already`);
  }
}

/** Adds the rules to the stacks of one environment. */
export function addHouseRules(...stacks: TerraformStack[]): void {
  const rules = [new NamesTeam(), new IdPrefix("web_"), new OneStackEach()];
  for (const stack of stacks) {
    for (const rule of rules) Aspects.of(stack).add(rule);
  }
}
