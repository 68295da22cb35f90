import { propertyAccess, Token } from "cdktf";
import { MetricSource } from "../../lib";
import { emptyStack, messageOf } from "../terraform/synth";
import { deployment } from "./deployment";
import { constructOf } from "./kinds";
import { assignmentSource, experiment, ingestionSource, metricSource, promptVersion, segment } from "./samples";
import { anyVariable, setVariables } from "./terraform-values";

interface Row {
  readonly what: string;
  readonly kind: string;
  readonly sample: object;
  /** Puts the value into the props. */
  readonly props: (value: unknown) => object;
  readonly value: unknown;
  /** Where the problem is. */
  readonly field: string;
  /** What the applier says of the value. */
  readonly given: string;
}

const long = "hunter2 ".repeat(130);

const rows: readonly Row[] = [
  {
    what: "a long text",
    kind: "experiment",
    sample: experiment,
    props: (description) => ({ description }),
    value: long,
    field: "description",
    given: "given a string of 1040 characters; ",
  },
  {
    what: "a name with other characters",
    kind: "experiment",
    sample: experiment,
    props: (name) => ({ name }),
    value: "hunter2!",
    field: "name",
    given: "given a string of 8 characters; ",
  },
  {
    what: "a number beyond the bound",
    kind: "experiment",
    sample: experiment,
    props: (allocation) => ({ allocation }),
    value: 100.72461,
    field: "allocation",
    given: "given a number; ",
  },
  {
    what: "a fraction",
    kind: "experiment",
    sample: experiment,
    props: (duration) => ({ duration }),
    value: 28.72461,
    field: "duration",
    given: "given a number; ",
  },
  {
    what: "no number",
    kind: "experiment",
    sample: experiment,
    props: (size) => ({ groups: [{ id: "a" }, { size }] }),
    value: null,
    field: "groups[1].size",
    given: "given null; ",
  },
  {
    what: "another word",
    kind: "experiment",
    sample: experiment,
    props: (status) => ({ status }),
    value: "hunter2",
    field: "status",
    given: "given a string of 7 characters; ",
  },
  {
    what: "a text for a list",
    kind: "metric_source",
    sample: metricSource,
    props: (tags) => ({ tags }),
    value: "hunter2",
    field: "tags",
    given: "given a string of 7 characters; ",
  },
  {
    what: "an element of another type",
    kind: "metric_source",
    sample: metricSource,
    props: (tags) => ({ tags }),
    value: ["a", 72461],
    field: "tags[1]",
    given: "given a number; ",
  },
  {
    what: "null",
    kind: "metric_source",
    sample: metricSource,
    props: (sql) => ({ sql }),
    value: null,
    field: "sql",
    given: "given null; ",
  },
  {
    what: "an unknown field",
    kind: "metric_source",
    sample: metricSource,
    props: (owner) => ({ owner }),
    value: { hunter: "hunter2" },
    field: "owner.hunter",
    given: "",
  },
  {
    what: "an hour beyond the bound",
    kind: "assignment_source",
    sample: assignmentSource,
    props: (scheduledReloadHour) => ({ scheduledReloadHour }),
    value: 72461,
    field: "scheduledReloadHour",
    given: "given a number; ",
  },
  {
    what: "a short name",
    kind: "segment",
    sample: segment,
    props: (name) => ({ name }),
    value: "h2",
    field: "name",
    given: "given a string of 2 characters; ",
  },
  {
    what: "an object for text",
    kind: "segment",
    sample: segment,
    props: (rules) => ({ rules }),
    value: [{ name: { hunter: "hunter2" } }],
    field: "rules[0].name",
    given: "given an object; ",
  },
  {
    what: "another type",
    kind: "ingestion_source",
    sample: ingestionSource,
    props: (enabled) => ({ column_mapping: enabled }),
    value: "hunter2",
    field: "column_mapping",
    given: "given a string of 7 characters; ",
  },
  {
    what: "an id with other characters",
    kind: "prompt_version",
    sample: promptVersion,
    props: (id) => ({ id }),
    value: "hunter2/",
    field: "id",
    given: "given a string of 8 characters; ",
  },
];

test("a value of Terraform's that breaks a rule is refused before it is sent, as by synth, but without the value", () =>
  deployment(async (service) => {
    setVariables(service, { values: rows.map(({ value }) => value) });
    const { output, calls } = await service.deploy(
      (stack) => {
        const values = anyVariable(stack, "values", { sensitive: true });
        for (const [index, { kind, sample, props }] of rows.entries()) {
          const entity = {
            ...sample,
            ...identityOf(kind, index),
            ...props(propertyAccess(values.value, [`${index}`])),
          };
          constructOf(kind, stack, `entity-${index}`, entity);
        }
      },
      { expect: "failure" },
    );

    for (const [index, { kind, sample, props, value, field, given }] of rows.entries()) {
      const atSynth = messageOf(() => constructOf(kind, emptyStack(), "entity", { ...sample, ...props(value) }));
      const [, rule = "no problem"] = /- .*?((?:allowed: |unknown field).*)/.exec(atSynth) ?? [];
      expect(output).toContain(
        `error: stack/entity-${index} (${kind.replaceAll("_", " ")}): 1 problem in values that are known only at deploy ` +
          `- ${field}: ${given}${rule} next: correct the values, and deploy again; nothing was sent`,
      );
    }
    expect(output).not.toMatch(/hunter2|h2|72461/);
    expect(calls).toEqual([]);
  }));

test("a part of a text that is null is refused while planning", () =>
  deployment(async (service) => {
    setVariables(service, { values: [null] });
    const { output } = await service.plan((stack) => {
      const token = Token.asString(propertyAccess(anyVariable(stack, "values").value, ["0"]));
      new MetricSource(stack, "orders", { ...metricSource, sql: `select ${token}` });
    });

    expect(output).toContain("null");
    expect(service.calls).toEqual([]);
  }));

/** The fields that identify entities of a kind, without those from Terraform. */
function identityOf(kind: string, index: number): object {
  const name = `entity-${index}`;
  return {
    ...(kind === "ingestion_source" ? { source_name: name } : { name }),
    ...(kind.endsWith("_source") ? {} : { id: name }),
  };
}
