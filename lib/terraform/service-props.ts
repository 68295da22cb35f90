import { Token } from "cdktf";
import type { Construct } from "constructs";
import { z } from "zod";
import { problemsOf } from "../interface/problems";
import { serviceSettings } from "../interface/service";
import { InvalidPropsError } from "./errors";
import { type Fields, holesOf } from "./hole";
import { settle } from "./settle";

const schema = serviceSettings.extend({
  /** Any text: changing it sends every update of the service's constructs again. */
  reapply: z.string().optional(),
});

export type ServiceProps = z.input<typeof schema>;

/**
 * Checks the settings of a service. Only `baseUrl`, `respectReviewSettings` and `reapply` may be tokens.
 *
 * @throws InvalidPropsError with every problem
 */
export function checkService(
  construct: Construct,
  props: ServiceProps,
): { fields: Fields; reapply: string | undefined } {
  const { reapply, ...given } = props;
  const { tree, problems: unusable } = settle(given, serviceSettings);
  const fields = (tree ?? {}) as Fields;
  const isToken = (path: readonly PropertyKey[]) => Token.isUnresolved(props[path[0] as keyof ServiceProps]);
  const problems = [
    ...problemsOf(schema, props, isToken),
    ...unusable,
    ...holesOf(fields)
      .filter(
        ({ path: [name], hole }) =>
          !(name === "respectReviewSettings" || (name === "baseUrl" && !hole.fromEnvironment)),
      )
      .map(({ path }) => ({ path, allowed: "a value that is known at synth" })),
  ];
  if (problems.length > 0) throw new InvalidPropsError(construct.node.path, "service", props, problems);
  return { fields, reapply };
}
