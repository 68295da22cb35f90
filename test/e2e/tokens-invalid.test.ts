import { propertyAccess } from "cdktf";
import { deployment } from "../support/deployment";
import { constructOf, samples } from "../support/samples";
import { emptyStack, messageOf } from "../terraform/synth";
import { anyVariable, setVariables } from "./terraform-values";

/** Kind, where the problem is, the value, what the applier says of it, and where it is in the props if not there. */
type Row = readonly [
  kind: keyof typeof samples,
  field: string,
  value: unknown,
  given: string,
  propsWith?: (value: unknown) => object,
];

const long = "hunter2 ".repeat(130);

const rows: readonly Row[] = [
  ["experiment", "description", long, "given a string of 1040 characters; "],
  ["experiment", "allocation", 100.7246130582, "given a number; "],
  ["experiment", "groups[1].size", null, "given null; ", (size) => ({ groups: [{ id: "a" }, { size }] })],
  ["experiment", "status", "hunter2", "given a string of 7 characters; "],
  ["metric_source", "tags[1]", ["a", 7246130582], "given a number; ", (tags) => ({ tags })],
  ["metric_source", "sql", null, "given null; "],
  ["metric_source", "owner.hunter", { hunter: "hunter2" }, "", (owner) => ({ owner })],
  ["assignment_source", "scheduledReloadHour", 7246130582, "given a number; "],
  ["segment", "rules[0].name", [{ name: { hunter: "hunter2" } }], "given an object; ", (rules) => ({ rules })],
  ["prompt_version", "id", "hunter2/", "given a string of 8 characters; "],
  ["prompt_version", "id", "", ""],
  ["ingestion_source", "source_name", "", ""],
  ["metric_source", "name", "..", ""],
];

/** The entity of a row, with a value in its place. */
function entityOf([kind, field, , , propsWith]: Row, index: number, value: unknown): object {
  const name = `entity-${index}`;
  return {
    ...samples[kind].sample,
    ...(kind === "ingestion_source" ? { source_name: name } : { name }),
    ...(kind.endsWith("_source") ? {} : { id: name }),
    ...(propsWith?.(value) ?? { [field]: value }),
  };
}

test("a value of Terraform's that breaks a rule is refused before it is sent, as by synth, but without the value", () =>
  deployment(async (service) => {
    setVariables(service, { values: rows.map(([, , value]) => value) });
    const { output, calls } = await service.deploy(
      (stack) => {
        const values = anyVariable(stack, "values", { sensitive: true });
        for (const [index, row] of rows.entries()) {
          const value = propertyAccess(values.value, [`${index}`]);
          constructOf(row[0], stack, `entity-${index}`, entityOf(row, index, value));
        }
      },
      { expect: "failure" },
    );

    for (const [index, row] of rows.entries()) {
      const [kind, field, value, given] = row;
      const atSynth = messageOf(() => constructOf(kind, emptyStack(), "entity", entityOf(row, index, value)));
      const [, rule = "no problem"] = /- .*?((?:allowed: |unknown field).*)/.exec(atSynth) ?? [];
      expect(output).toContain(
        `error: stack/entity-${index} (${kind.replaceAll("_", " ")}): 1 problem in values that are known only at deploy ` +
          `- ${field}: ${given}${rule} next: correct the values, and deploy again; nothing was sent`,
      );
    }
    expect(output).not.toMatch(/hunter2|h2|7246130582/);
    expect(calls).toEqual([]);
  }));
