import type { TerraformStack } from "cdktf";
import { Experiment, type ExperimentProps } from "cdktf-experimentation";

/** An experiment with everything that its calls require, and some of what they may have. */
export function experimentProps(index: number): ExperimentProps {
  return {
    name: `Checkout button ${index}`,
    id: `checkout_button_${index}`,
    // one each: what takes too much of a layer together is warned of
    layerID: `layer_of_button_${index}`,
    description: "The colour of the button that ends a purchase.",
    hypothesis: "Green is found sooner than blue, so that more shoppers finish their order.",
    idType: "userID",
    status: "active",
    allocation: 50,
    groups: ["control", "green"].map((id) => ({ id, name: id, size: 50, parameterValues: { colour: id } })),
    controlGroupID: "control",
    primaryMetrics: [{ name: "orders_per_user", type: "orders", direction: "increase" }],
    targetingGateID: null,
    bonferroniCorrection: false,
    defaultConfidenceInterval: "95",
    duration: 28,
    tags: ["checkout", "colours"],
  };
}

/** What is synthesised for Terraform, as far as the benchmark looks into it. */
export interface Synthesised {
  readonly resource: { readonly null_resource: Readonly<Record<string, Resource>> };
  readonly locals: Readonly<Record<string, unknown>>;
  readonly [block: string]: unknown;
}

interface Resource {
  readonly triggers: Record<string, string>;
  readonly lifecycle: unknown;
  readonly provisioner: readonly {
    readonly "local-exec": { readonly command: string; readonly interpreter: string[] };
  }[];
}

export function experiments(count: number, changes: Partial<ExperimentProps> = {}): (stack: TerraformStack) => void {
  return (stack) => {
    for (let index = 0; index < count; index++) {
      new Experiment(stack, `experiment-${index}`, { ...experimentProps(index), ...changes });
    }
  };
}

/** A value that was made of the first of these experiments, for each of so many. */
export function forEach<T>(count: number, ofFirst: T): T[] {
  const text = JSON.stringify(ofFirst);
  return Array.from({ length: count }, (_, index) =>
    JSON.parse(text.replaceAll(/(button[ _]|experiment-)0(?!\d)/g, `$1${index}`)),
  );
}
