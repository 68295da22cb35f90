import { type ITerraformDependable, Token } from "cdktf";
import type { Construct } from "constructs";
import { isSecretAt } from "../../api/field-types";
import type { Kind } from "../../api/kind";
import { notProps, type Problem } from "../../api/problems";
import { type DeclaredEntity, declarationSchema, declaredBy, problemsOfProps } from "../../declare/declaration";
import { labelOf } from "../../text/names";
import { describeKind } from "../../text/words";
import { type Fields, isFields, type Path, type Value } from "../../value/value";
import { DEPENDABLES } from "../dependencies";
import { isService, type ServiceScope } from "../service-scope";
import { InvalidPropsError } from "../synth-errors";
import { A_SERVICE, constructSettings } from "./construct-props";
import { resolveProps } from "./resolve-props";

/** What the props of a construct declare. */
export interface Declaration extends DeclaredEntity {
  /** The service that the construct names, if any. */
  readonly service: ServiceScope | undefined;
  /** The place of a field in the file that declares it, if one does. */
  readonly placeAt: ((path: Path) => string) | undefined;
  /** What has to be deployed before it. */
  readonly dependencies: ReadonlySet<ITerraformDependable>;
}

/** Props without a problem. */
export class CheckedProps {
  constructor(
    /** Fields and settings. */
    readonly values: Fields,
    readonly more: {
      readonly service: ServiceScope | undefined;
      /** The file that declares them, if one does. */
      readonly file?: string;
      /** The place of a field in it. */
      readonly placeAt?: (path: Path) => string;
      readonly dependencies?: ReadonlySet<ITerraformDependable>;
    },
  ) {}
}

/**
 * Checks the props of a construct, and makes of them the entity from which all else follows.
 *
 * @param idAtDeploy the id of an entity without one, where it is derived from what only Terraform knows
 * @throws InvalidPropsError with every problem
 */
export function declare(
  construct: Construct,
  kind: Kind,
  props: object,
  idAtDeploy?: (given: Fields) => Value,
): Declaration {
  const { values, more } = props instanceof CheckedProps ? props : checkedProps(construct, kind, props);
  const { service, file, placeAt, dependencies = new Set() } = more;
  const declared = declaredBy(kind, values, { construct: construct.node.path, file }, idAtDeploy);
  return { ...declared, service, placeAt, dependencies };
}

function checkedProps(construct: Construct, kind: Kind, props: object): CheckedProps {
  const schema = declarationSchema(kind);
  const refuse = (given: unknown, problems: readonly Problem[]) => {
    const isSecret = (path: Problem["path"]) => path[0] === "service" || isSecretAt(schema, path);
    return new InvalidPropsError(construct.node.path, labelOf(kind.name), given, problems, isSecret);
  };
  if (!isFields(props)) throw refuse(props, [notProps]);
  const { service, dependsOn, ...given } = props;
  const { json, dependencies, problems: unusable } = resolveProps(given, schema, construct);
  const values = json as Fields;
  const problems = problemsOfProps(kind, values, unusable);
  if (service !== undefined && !isService(service))
    problems.unshift({
      path: ["service"],
      allowed: A_SERVICE,
      ...(Token.isUnresolved(service) && { given: "a token" }),
    });
  const { data: after = [], success } = constructSettings.shape.dependsOn.safeParse(dependsOn);
  if (!success)
    problems.unshift({ path: ["dependsOn"], given: describeKind(dependsOn), allowed: `a list, each ${DEPENDABLES}` });
  if (problems.length > 0) throw refuse({ ...values, service }, problems);
  return new CheckedProps(values, {
    service: service as ServiceScope | undefined,
    dependencies: new Set([...dependencies, ...after]),
  });
}
