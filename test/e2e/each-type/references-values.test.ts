import { TerraformOutput } from "cdktf";
import { Experiment, InvalidPropsError, MetricSource, Segment } from "../../../lib";
import { deployment } from "../deployment";
import { aSegment, type Build, experiment, metricSource, segment } from "../samples";

interface Row {
  readonly what: string;
  readonly name: string;
  readonly props: (name: string) => object;
  readonly problem: string;
}

const rows: readonly Row[] = [
  {
    what: "characters that an id cannot have",
    name: "shop/orders",
    props: (id) => ({ id }),
    problem: 'id: given "shop/orders"; allowed: text of a-z, A-Z, 0-9, _ and -',
  },
  {
    what: "more characters than a description can have",
    name: "x".repeat(1001),
    props: (description) => ({ description }),
    problem: "(a string of 1001 characters); allowed: at most 1000 characters",
  },
  {
    what: "with the text around it, more characters than a name can have",
    name: "x".repeat(50),
    props: (name) => ({ name: `${name} and ${name}` }),
    problem: "(a string of 105 characters); allowed: at most 100 characters",
  },
  {
    what: "no word of those that a field takes",
    name: "orders",
    props: (status) => ({ status }),
    problem: 'status: given "orders"; allowed: one of "active", "setup"',
  },
];

test.each(rows)("a reference to a name is refused by synth when it has $what", ({ name, props, problem }) =>
  deployment(async (service) => {
    const build: Build = (stack) => {
      const orders = new MetricSource(stack, "orders", { ...metricSource, name });
      new Experiment(stack, "checkout", { ...experiment, ...props(orders.name) });
    };

    expect(() => service.synth(build)).toThrow(InvalidPropsError);
    expect(() => service.synth(build)).toThrow(problem);
  }),
);

const awkward = ["null", "[1]", '{"a":1}', '"quoted"', `\${user.name} %{if}`, "é e\u0301", " spaced\n", "$"];

test("a name of any characters can be referred to", () =>
  deployment(async (service) => {
    const { workspace } = service;
    await service.deploy((stack) => {
      for (const [index, text] of awkward.entries()) {
        const { name } = new MetricSource(stack, `source-${index}`, { ...metricSource, name: text });
        new Segment(stack, `segment-${index}`, { ...segment, id: `segment-${index}`, description: `<${name}>` });
        new TerraformOutput(stack, `output-${index}`, { value: `<${name}>` });
      }
    });

    const { outputs } = await workspace.state();
    for (const [index, text] of awkward.entries()) {
      expect(service.emulator.record("segment", `segment-${index}`)).toMatchObject({ description: `<${text}>` });
      expect(outputs[`output-${index}`]).toMatchObject({ value: `<${text}>`.normalize("NFC") });
    }
  }));

test("a literal in the place of a reference to the same text plans nothing", () =>
  deployment(async (service) => {
    const withTag =
      (tagOf: (name: string) => string): Build =>
      (stack) => {
        const { name } = new MetricSource(stack, "orders", metricSource);
        aSegment({ tags: [tagOf(name)] })(stack);
      };
    await service.deploy(withTag((name) => `of ${name}`));

    expect(await service.plan(withTag(() => "of orders"))).toMatchObject({ isEmpty: true });
  }));
