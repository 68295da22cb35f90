import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Manifest } from "cdktf";
import { Experiment, PromptVersion, Segment } from "../../lib";
import { deployment } from "./deployment";
import { type Build, experiment, promptVersion, segment } from "./samples";

/** A stack with one of each likely mistake, but for those whose names are acknowledged everywhere. */
function mistaken(...acknowledge: NonNullable<ConstructorParameters<typeof Experiment>[2]["acknowledge"]>): Build {
  return (stack) => {
    const groups = [
      { id: "a", name: "A", size: 50 },
      { id: "a", name: "A", size: 49 },
    ];
    new Experiment(stack, "checkout", {
      ...experiment,
      id: undefined,
      groups,
      controlGroupID: "b",
      launchedGroupID: "c",
      scheduledReloadDays: [1, 1],
      team: "growth",
      acknowledge,
    });
    new Experiment(stack, "decided", { ...experiment, id: "decided", status: "decision_made", acknowledge });
    new Experiment(stack, "partial", { ...experiment, id: "partial", groups: undefined, teamID: "7", acknowledge });
    new Segment(stack, "beta", { ...segment, id: undefined, acknowledge });
    const auth_workflow_headers = [{ name: "Authorization", value: "Bearer literal" }];
    new PromptVersion(stack, "support", { ...promptVersion, auth_workflow_headers, acknowledge });
  };
}

const warnings = [
  "stack/checkout | id: [derived-id]",
  "stack/checkout | groups: [group-sizes]",
  "stack/checkout | groups: [group-ids]",
  "stack/checkout | groups: [group-names]",
  "stack/checkout | controlGroupID: [control-group]",
  "stack/checkout | launchedGroupID: [launched-group]",
  "stack/checkout | scheduledReloadDays: [warehouse-only]",
  "stack/checkout | scheduledReloadDays: [reload-days]",
  "stack/checkout | team: [enterprise-only]",
  "stack/decided | launchedGroupID: [decision-without-launched-group]",
  "stack/partial | groups: [create-only]",
  "stack/beta | id: [derived-id]",
  "stack/support | auth_workflow_headers[0].value: [literal-secret]",
];

test("the command line gets each warning with the path of its construct, the field and the name; all deploys the same", () =>
  deployment(async (service) => {
    expect((await service.deploy(mistaken())).calls).toHaveLength(5);

    expect(warningsIn(service.workspace.directory)).toEqual(warnings);
  }));

const names = new Set(warnings.flatMap((warning) => /\[([a-z-]+)\]$/.exec(warning)?.slice(1) ?? []));

test("a construct is silent about what it acknowledges, and about nothing else", () =>
  deployment(async (service) => {
    for (const name of names) {
      service.synth(mistaken(name as "derived-id"));

      const others = warnings.filter((warning) => !warning.endsWith(`[${name}]`));
      expect([name, warningsIn(service.workspace.directory)]).toEqual([name, others]);
    }
  }));

/** Path, field and name of each warning in what synth leaves for the command line. */
function warningsIn(directory: string): string[] {
  const manifest = JSON.parse(readFileSync(join(directory, "cdktf.out", Manifest.fileName), "utf8")) as {
    readonly stacks: { readonly stack: { readonly annotations: readonly Annotation[] } };
  };
  return manifest.stacks.stack.annotations.map(({ constructPath, level, message }) => {
    expect(level).toBe("@cdktf/warn");
    const [, field, name] = /^([^:]+: ).* \[acknowledge: "(.*)"\]$/.exec(message) ?? [];
    return `${constructPath} | ${field}[${name}]`;
  });
}

interface Annotation {
  readonly constructPath: string;
  readonly level: string;
  readonly message: string;
}
