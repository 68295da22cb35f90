import { Lazy, LazyBase, type TerraformStack, TerraformVariable, Token, Tokenization } from "cdktf";
import { AssignmentSource, Experiment, PromptVersion, Segment } from "../../../lib";
import { deployment } from "../deployment";
import { aService, assignmentSource, type Build, experiment, promptVersion, segment, together } from "../samples";
import { setVariables } from "../terraform-values";

const text = (produce: () => string | undefined) => Lazy.stringValue({ produce });
const number = (produce: () => number | undefined) => Lazy.numberValue({ produce });
const any = (produce: () => unknown) => Lazy.anyValue({ produce });

class Shouted extends LazyBase {
  constructor(private readonly text: string) {
    super();
  }

  protected resolveLazy(): string {
    return this.text.toUpperCase();
  }
}

/** Texts that Terraform's language would read as something else. */
const texts = [
  "0012",
  "1e3",
  "path.module",
  "true",
  "null",
  '{"a":[1.0]}',
  "",
  "two words",
  `\${user.name} %{if} $\${x} {`,
  'a "quote", a \\ and\na line',
  "\ufeff漢字 🎉 \u0600",
];

interface Row {
  readonly what: string;
  readonly value: (known: TerraformVariable) => unknown;
  readonly arrives: unknown;
}

const rows: readonly Row[] = [
  ...texts.map((each): Row => ({ what: each, value: () => text(() => each), arrives: each })),
  { what: "in a text", value: () => `x-${text(() => "0012")}-${number(() => 7)}`, arrives: "x-0012-7" },
  { what: "a number", value: () => number(() => 0.25), arrives: 0.25 },
  { what: "a truth value", value: () => any(() => false), arrives: false },
  { what: "nothing", value: () => any(() => null), arrives: null },
  {
    what: "a list",
    value: () => Lazy.listValue({ produce: () => ["0012", "path.module"] }),
    arrives: ["0012", "path.module"],
  },
  { what: "an object", value: () => any(() => ({ a: [{ "b c": `\${d}` }] })), arrives: { a: [{ "b c": `\${d}` }] } },
  { what: "a map", value: () => Token.asStringMap(any(() => ({ a: "0012" }))), arrives: { a: "0012" } },
  { what: "in a list", value: () => ["a", text(() => "0012"), any(() => ["b"])], arrives: ["a", "0012", ["b"]] },
  { what: "a Lazy", value: () => any(() => text(() => "0012")), arrives: "0012" },
  { what: "in the text of a Lazy", value: () => text(() => `<${text(() => "0012")}>`), arrives: "<0012>" },
  { what: "of a user's class", value: () => new Shouted("path.module"), arrives: "PATH.MODULE" },
  { what: "what Token.asAny holds", value: () => Token.asString(Token.asAny("0012")), arrives: "0012" },
  { what: "an expression", value: ({ stringValue }) => text(() => stringValue), arrives: "0040" },
  {
    what: "text around an expression",
    value: ({ stringValue }) => text(() => `{${stringValue}}"`),
    arrives: '{0040}"',
  },
  {
    what: "values around an expression",
    value: ({ stringValue }) => any(() => ({ list: ["0012", stringValue, text(() => "1e3")] })),
    arrives: { list: ["0012", "0040", "1e3"] },
  },
  {
    what: "what the framework makes of a number",
    value: ({ numberValue }) => Tokenization.stringifyNumber(numberValue),
    arrives: "0040",
  },
  {
    what: "what a producer has resolved",
    value: ({ stringValue }) => Lazy.anyValue({ produce: (context) => [context.resolve(stringValue)] }),
    arrives: ["0040"],
  },
];

const variableOf = (stack: TerraformStack) =>
  new TerraformVariable(stack, "known", { type: "string", default: "0040" });

test("a lazy value arrives as what it produces, at every place and whatever Terraform's language would make of it", () =>
  deployment(async (service) => {
    const build: Build = (stack) => {
      const known = variableOf(stack);
      const parameterValues = Object.fromEntries(rows.map(({ what, value }) => [what, value(known)]));
      const exposures = new AssignmentSource(stack, "exposures", assignmentSource);
      new Experiment(stack, "checkout", {
        ...experiment,
        name: text(() => "0012"),
        id: text(() => "1e3"),
        allocation: number(() => 40),
        bonferroniCorrection: any(() => true),
        targetingGateID: any(() => null) as unknown as null,
        tags: Lazy.listValue({ produce: () => ["0012"] }),
        assignmentSourceName: text(() => exposures.name),
        groups: [{ id: "control", parameterValues }],
        reapply: text(() => "path.module"),
      });
      const value = text(() => "0012");
      new PromptVersion(stack, "support", {
        ...promptVersion,
        auth_workflow_headers: [{ name: "Authorization", value }],
      });
    };
    await service.deploy(build);

    expect(service.emulator.record("experiment", "1e3")).toMatchObject({
      name: "0012",
      allocation: 40,
      bonferroniCorrection: true,
      targetingGateID: null,
      tags: ["0012"],
      assignmentSourceName: "exposures",
      groups: [{ parameterValues: Object.fromEntries(rows.map(({ what, arrives }) => [what, arrives])) }],
    });
    expect(service.emulator.record("prompt_version", "support_bot/v1")).toMatchObject({
      auth_workflow_headers: [{ name: "Authorization", value: "0012" }],
    });
    expect(await service.plan(build)).toMatchObject({ isEmpty: true });
  }));

/** An experiment and a segment with values that are produced, or given as they are. */
function entities(description: string, size: number, produce: <Value>(value: Value) => Value): Build {
  return (stack) => {
    new Experiment(stack, "checkout", {
      ...experiment,
      description: produce(description),
      groups: [{ size: produce(size) }],
    });
    new Segment(stack, "beta", { ...segment, description: produce(description), tags: [produce("1.0")] });
  };
}

const asProduced = <Value>(value: Value): Value =>
  (typeof value === "number" ? number(() => value) : text(() => String(value))) as Value;
const asGiven = <Value>(value: Value): Value => value;

test("a produced value is the same as a given one: it plans nothing in its place, another is an update, or refused", () =>
  deployment(async (service) => {
    await service.deploy(entities("0012", 50, asGiven));
    expect(await service.plan(entities("0012", 50, asProduced))).toMatchObject({ isEmpty: true });

    const { output } = await service.plan(entities("012", 60, asProduced));
    expect(output.replace(/[│\s]+/g, " ")).toContain('segment "beta_testers" (stack/beta): description changed, but');
    expect(output).toMatch(/~ "?description"? += "0012" -> "012"/);
  }));

test("what Terraform knows may change behind a lazy value: that is an update, sent to an address that is one, too", () =>
  deployment(async (service) => {
    const build = together(aService({ baseUrl: text(() => service.emulator.address) }), (stack) => {
      const { stringValue } = variableOf(stack);
      new Experiment(stack, "checkout", { ...experiment, hypothesis: text(() => `of ${stringValue}`) });
    });
    service.synth(build);
    setVariables(service, { known: "1e3" });
    await service.deploy(build);
    setVariables(service, { known: "path.module" });
    const { calls } = await service.deploy(build);
    expect(calls).toMatchObject([{ body: { hypothesis: "of path.module" } }]);
  }));
