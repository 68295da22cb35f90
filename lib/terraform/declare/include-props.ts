import { Token } from "cdktf";
import type { Construct } from "constructs";
import * as z from "zod";
import { notProps, type Problem, problemsOf } from "../../api/problems";
import { inWords } from "../../text/words";
import { isFields } from "../../value/value";
import { isService, type ServiceScope } from "../service-scope";
import { InvalidPropsError } from "../synth-errors";
import { A_SERVICE } from "./construct-props";

const path = knownText("the path of a file or a folder");
const name = knownText("the name of an environment");

const includeProps = z.strictObject({
  path: z.union([path, atLeastOne(path, "path")]),
  environment: name.optional(),
  environments: atLeastOne(name, "name").optional(),
  service: z.custom<ServiceScope>(isService, A_SERVICE).optional(),
});

function knownText(what: string) {
  return z.string().refine((text) => text !== "" && !Token.isUnresolved(text), `${what}, known at synth`);
}

function atLeastOne(element: z.ZodString, noun: string) {
  return z
    .array(element)
    .readonly()
    .refine((list) => list.length > 0, `at least one ${noun}`);
}

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
