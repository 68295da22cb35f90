import { join, resolve } from "node:path";
import { isObject } from "../../api/describe";
import { parseJson } from "../../api/parse-json";
import { textOfFile } from "../../protocol/whole-file";

/** The text of a stack's state, where it lies in a file; undefined where a backend elsewhere holds it. */
export function stateText(directory: string): string | undefined {
  const backend = localBackend(parseJson(textOfFile(join(directory, "cdk.tf.json")) ?? ""));
  const workspace = textOfFile(join(directory, ".terraform/environment")) ?? "default";
  if (backend === undefined || workspace.trim() !== "default") return undefined;
  return textOfFile(resolve(directory, typeof backend.path === "string" ? backend.path : "terraform.tfstate"));
}

/** The settings of the backend of a stack, where it is Terraform's own: files. */
function localBackend(stack: unknown): Readonly<Record<string, unknown>> | undefined {
  const terraform = isObject(stack) ? stack.terraform : undefined;
  const backend = isObject(terraform) ? terraform.backend : undefined;
  const local = isObject(backend) ? backend.local : undefined;
  return isObject(local) ? local : undefined;
}
