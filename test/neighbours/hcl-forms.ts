import { TerraformOutput, TerraformVariable } from "cdktf";
import {
  AssignmentSource,
  Experiment,
  ExperimentationService,
  type ExperimentationServiceProps,
  fromEnvironment,
  MetricSource,
  PromptVersion,
  Segment,
} from "../../lib";
import { type Build, experiment, metricSource, oneOfEach, promptVersion, segment, together } from "../support/samples";

/** Texts that mean something to Terraform's languages, or to the framework's renderer. */
const texts = [
  'say "hi" and \\ "\\n"',
  "two\nlines\r\nand\ttabs\u0001",
  "$" + "{user.name} %{if} $$" + "{x} 100% $ %",
  "[1, 2",
  "not closed: $" + "{",
  '"quoted"',
  "null",
  "grüße 🎉 漢字",
  "$",
  "",
];

/** Entities full of such texts. */
const nasty: Build = (stack) => {
  const schema = new TerraformVariable(stack, "schema", { type: "string", default: "shop" });
  const source = new MetricSource(stack, "nasty", {
    ...metricSource,
    name: texts.join("|"),
    sql: `select "\${x}" %{y} \\ from ${schema.stringValue}.t where a = "$${schema.stringValue}"`,
    description: texts[1],
    tags: texts,
    reapply: 'again "and" again',
  });
  const version = new PromptVersion(stack, "version", {
    ...promptVersion,
    id: undefined,
    prompts: [{ content: `${fromEnvironment("SERVICE_API_KEY")} ${schema.stringValue} \${x} "`, role: source.name }],
  });
  new PromptVersion(stack, "fixed", { ...promptVersion, id: "fixed", prompts: texts.map((content) => ({ content })) });
  new TerraformOutput(stack, "version-id", { value: version.id });
};

/** The forms that an entity takes besides those of `oneOfEach`. */
const otherForms: Build = (stack) => {
  const place = new TerraformVariable(stack, "place", { type: "string", default: "north" }).stringValue;
  const layered = { ...experiment, id: "layered", layerID: "l1", links: [{ url: "https://a.test" }], adopt: true };
  new Experiment(stack, "layered", layered);
  new Experiment(stack, "lacking", { ...experiment, id: "lacking", groups: undefined });
  new Experiment(stack, "placed", { ...experiment, id: `placed_${place}`, layerID: place });
  new MetricSource(stack, "dry", { ...metricSource, name: "dry", dryRun: true });
  new AssignmentSource(stack, "patched", { name: "patched", description: "Without sql." });
  new Segment(stack, "guarded", { ...segment, id: "guarded", description: place });
  new Segment(stack, "adopted", { ...segment, id: "adopted", adopt: true });
};

/** Every kind and every form, on a type of resource. */
export const onType =
  (resourceType: ExperimentationServiceProps["resourceType"]): Build =>
  (stack) => {
    new ExperimentationService(stack, "service", { resourceType });
    together(oneOfEach, nasty, otherForms)(stack);
  };
