import { Token } from "cdktf";
import type { Construct } from "constructs";
import * as z from "zod";
import { problemsOf } from "../../api/problems";
import { isFields } from "../../value/value";
import { isService, type ServiceScope } from "../service-scope";
import { InvalidPropsError, notProps } from "../synth-errors";

const PATH = "the path of a file or a folder, known at synth";

const path = z.string().refine((text) => text !== "" && !Token.isUnresolved(text), PATH);

const includeProps = z.strictObject({
  path: z.union([
    path,
    z
      .array(path)
      .readonly()
      .refine((paths) => paths.length > 0, "at least one path"),
  ]),
  service: z.custom<ServiceScope>(isService, "an ExperimentationService").optional(),
});

/**
 * Checks the props of an `Include`.
 *
 * @throws InvalidPropsError with every problem
 */
export function checkInclude<Props extends object>(construct: Construct, props: Props): Props {
  const problems = isFields(props) ? problemsOf(includeProps, props) : [notProps];
  const isSecret = ([field]: readonly PropertyKey[]) => field === "service";
  if (problems.length > 0) throw new InvalidPropsError(construct.node.path, "include", props, problems, isSecret);
  return props;
}
