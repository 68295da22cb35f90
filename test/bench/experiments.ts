import type { TerraformStack } from "cdktf";
import { Experiment, type ExperimentProps } from "../../lib";
import { experimentProps } from "./props";

/** A stack with so many experiments. */
export function experiments(
  count: number,
  props: (index: number) => ExperimentProps = experimentProps,
): (stack: TerraformStack) => void {
  return (stack) => {
    for (let index = 0; index < count; index++) new Experiment(stack, `experiment-${index}`, props(index));
  };
}
