import { Token } from "cdktf";
import type { Construct } from "constructs";
import * as z from "zod";
import { notProps, type Problem, problemsOf } from "../../api/problems";
import { inWords } from "../../text/words";
import { isFields } from "../../value/value";
import { isService, type ServiceScope } from "../service-scope";
import { InvalidPropsError } from "../synth-errors";

const PATH = "the path of a file or a folder, known at synth";

const path = z.string().refine((text) => text !== "" && !Token.isUnresolved(text), PATH);

const NAME = "the name of an environment, known at synth";

const name = z.string().refine((text) => text !== "" && !Token.isUnresolved(text), NAME);

const includeProps = z.strictObject({
  path: z.union([
    path,
    z
      .array(path)
      .readonly()
      .refine((paths) => paths.length > 0, "at least one path"),
  ]),
  environment: name.optional(),
  environments: z
    .array(name)
    .readonly()
    .refine((names) => names.length > 0, "at least one name")
    .optional(),
  service: z.custom<ServiceScope>(isService, "an ExperimentationService").optional(),
});

type EnvironmentProps = Pick<z.input<typeof includeProps>, "environment" | "environments">;

/**
 * Checks the props of an `Include`.
 *
 * @throws InvalidPropsError with every problem
 */
export function checkInclude<Props extends EnvironmentProps>(construct: Construct, props: Props): Props {
  const ofRules = isFields(props) ? problemsOf(includeProps, props) : [notProps];
  const problems = ofRules.length > 0 ? ofRules : otherEnvironment(props);
  const isSecret = ([field]: readonly PropertyKey[]) => field === "service";
  if (problems.length > 0) throw new InvalidPropsError(construct.node.path, "include", props, problems, isSecret);
  return props;
}

/** The problem of an environment that is none of those that there are. */
function otherEnvironment({ environment, environments }: EnvironmentProps): Problem[] {
  if (environment === undefined || environments?.includes(environment) !== false) return [];
  const allowed = `one of environments, ${inWords(environments.map((each) => JSON.stringify(each)))}`;
  return [{ path: ["environment"], allowed, words: environments }];
}
