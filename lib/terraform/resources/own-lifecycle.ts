import type { TerraformResource, TerraformResourceLifecycle } from "cdktf";
import { inWords } from "../../api/describe";
import { UsageError } from "../synth-errors";

/**
 * Refuses a resource whose lifecycle has lost what it was made with.
 *
 * @param own what the resource was made with
 * @throws UsageError
 */
export function requireOwnLifecycle(
  { lifecycle, node }: TerraformResource,
  own: TerraformResourceLifecycle | undefined,
): void {
  if (lifecycle === own) return;
  const lost = Object.entries(own ?? {}).filter(([name, value]) => {
    const present: unknown = lifecycle?.[name as keyof TerraformResourceLifecycle];
    return present !== "all" && [value].flat().some((each) => !(Array.isArray(present) && present.includes(each)));
  });
  if (lost.length === 0) return;
  const names = inWords(lost.map(([name]) => name));
  throw new UsageError(
    `${node.path}: its lifecycle has lost ${names}, which refuse changes that no call can make; add to it and keep the rest: resource.lifecycle = { ...resource.lifecycle, preventDestroy: true }`,
  );
}
