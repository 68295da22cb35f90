import { Token } from "cdktf";
import type { Construct } from "constructs";
import * as z from "zod";
import { notProps, type Problem, problemsOf } from "../../api/problems";
import { metaArguments } from "../../declare/meta-arguments";
import { inWords } from "../../text/words";
import { type Fields, isFields } from "../../value/value";
import { isService, type ServiceScope } from "../service-scope";
import { InvalidPropsError } from "../synth-errors";
import { A_SERVICE, constructSettings } from "./construct-props";

const path = knownText("the path of a file or a folder");
const environmentName = knownText("the name of an environment");

const includeProps = z.strictObject({
  path: z.union([path, atLeastOne(path, "path")]),
  environment: environmentName.optional(),
  environments: atLeastOne(environmentName, "name").optional(),
  service: z.custom<ServiceScope>(isService, A_SERVICE).optional(),
  dependsOn: constructSettings.shape.dependsOn,
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
  const ofRules = isFields(props) ? problemsBeside(includeProps, props) : [notProps];
  const problems = ofRules.length > 0 ? ofRules : otherEnvironment(props);
  const isSecret = ([field]: readonly PropertyKey[]) => field === "service";
  if (problems.length > 0) throw new InvalidPropsError(construct.node.path, "include", props, problems, isSecret);
  return props;
}

/** The problems of props, among which Terraform's arguments are no near misses of others. */
function problemsBeside(schema: z.ZodObject, props: Fields): Problem[] {
  const { problems, others } = metaArguments(props, schema.shape);
  return [...problems, ...problemsOf(schema, others)];
}

/** The problem of an environment that is none of those that there are. */
function otherEnvironment({ environment, environments }: EnvironmentProps): Problem[] {
  if (environment === undefined || environments?.includes(environment) !== false) return [];
  const allowed = `one of environments, ${inWords(environments.map((each) => JSON.stringify(each)))}`;
  return [{ path: ["environment"], allowed, words: environments }];
}
