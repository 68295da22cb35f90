import { stripVTControlCharacters } from "node:util";
import { parseJson } from "../value/json";
import { isFields } from "../value/value";

/** What a text is that Terraform or synth wrote, in words that follow "it is"; undefined where its shape does not tell. */
export function terraformText(text: string): string | undefined {
  const json = parseJson(text);
  if (json !== undefined) return terraformJson(json);
  if (terraformJson(parseJson(text.trimStart().split("\n", 1)[0] ?? "")) === LOG) return LOG;
  return FOR_PEOPLE.test(stripVTControlCharacters(text)) ? "the text of a plan, for people" : undefined;
}

/** The same of JSON. */
export function terraformJson(json: unknown): string | undefined {
  if (!isFields(json)) return undefined;
  if ("@level" in json && "@message" in json) return LOG;
  if ("lineage" in json && ("serial" in json || "terraform_version" in json)) return "a state file of Terraform";
  if ("//" in json && "terraform" in json) return "the configuration of a stack, as synth writes it";
  if ("construct" in json && "steps" in json) return "a request file, as synth writes it";
  if (!("format_version" in json || "terraform_version" in json)) return undefined;
  if ("planned_values" in json || "resource_changes" in json) return "a plan of Terraform, as JSON";
  if ("format_version" in json && Object.keys(json).every((key) => OF_A_STATE.includes(key)))
    return "a state, as `terraform show -json` prints it where no plan file is named";
  return OF_OTHERS.some((key) => key in json) ? "what another command of Terraform prints" : undefined;
}

const LOG = "the log of `terraform plan -json` or `apply -json`";

/** Lines of Terraform or OpenTofu, also behind the name of a stack, as the CDK tool prints them. */
const FOR_PEOPLE =
  /^(?:\S+ {2,})?\W*(?:Plan: \d+ to (?:add|change|destroy|import|forget)[,.]|No changes\. (?:Your i|I)nfrastructure |(?:Terraform|OpenTofu) will perform the following actions:)/m;

/** What `terraform show -json` prints of a state, of an empty one the format alone. */
const OF_A_STATE = ["format_version", "terraform_version", "values", "checks"];

/** Fields of what other commands print: others than Terraform have formats with a version, too. */
const OF_OTHERS = ["terraform_version", "provider_schemas", "valid"];
