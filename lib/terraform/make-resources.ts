import type { ITerraformDependable, LocalExecProvisioner, TerraformResource, TerraformResourceLifecycle } from "cdktf";
import type { Construct } from "constructs";
import { commandText, LONGEST_VALUES, VALUES_VARIABLE } from "../protocol/applier-command";
import { Hcl, hcl, list, toValue, withName } from "./language/hcl";
import { lazy, madeFor } from "./language/own-tokens";
import { type ResourceRow, type Run, resourceRows } from "./resources/resource-rows";
import { originRefusal, originTrigger } from "./resources/services";
import { triggerResourceTypes } from "./resources/trigger-resource";
import type { StackEntity } from "./stack-entity";

/** What the resources of an entity follow from, besides the entity. */
interface ResourceOptions {
  /** The scope of what the entities of a stack share. */
  readonly stackWide: Construct;
  /** The applier's path, relative to the stack's folder. */
  readonly applierPath: string;
  /** The text whose change sends again what can be sent again. It may be known only at synth. */
  readonly reapply: () => string | undefined;
  readonly dependsOn: readonly ITerraformDependable[];
}

/**
 * Makes the Terraform resources of an entity.
 *
 * @returns the last of them: when it is done, so is the entity
 */
export function makeResources(
  declared: StackEntity,
  { stackWide, applierPath, reapply, dependsOn }: ResourceOptions,
): TerraformResource {
  const { construct, entity } = declared;
  const type = triggerResourceTypes[declared.resourceType];
  const rows = resourceRows(entity, {
    type,
    scope: construct,
    stackWide,
    // the service may be declared later
    origin: lazy(() => originTrigger(declared.plannedService)),
    reapply: lazy(reapply),
  });
  const rendered = new RenderedRows(declared, type, rows);
  const made = rows.map((row) => {
    const config = {
      dependsOn: dependsOn.length === 0 ? undefined : [...dependsOn],
      lifecycle: rendered.lifecycleOf(row),
      provisioners: row.run && [provisionerOf(row.run, declared, applierPath)],
    };
    const resource = type.make(construct, row.id, config, rendered.triggersOf(row));
    resource.overrideLogicalId(row.name);
    return resource;
  });
  return made.at(-1) as TerraformResource;
}

/** What the rows of an entity are in Terraform's words. */
class RenderedRows {
  constructor(
    private readonly declared: StackEntity,
    private readonly type: (typeof triggerResourceTypes)[keyof typeof triggerResourceTypes],
    private readonly rows: readonly ResourceRow[],
  ) {}

  triggersOf({ own = {}, fields: names = [] }: ResourceRow): Readonly<Record<string, unknown>> {
    const fields = Object.entries(this.declared.entity.fields).filter(([name]) => names.includes(name));
    return { ...own, ...Object.fromEntries(fields.map(([name, field = null]) => [name, this.type.encode(field)])) };
  }

  lifecycleOf(row: ResourceRow): TerraformResourceLifecycle | undefined {
    const postcondition = [
      ...this.originCondition(row),
      ...(row.refuses ?? []).map(({ condition, message }) => ({
        condition: toValue(condition),
        errorMessage: toValue(message),
      })),
    ];
    // Terraform's addresses, where cdktf would write expressions for the resources themselves
    const replaced = this.rows.filter(({ id }) => row.replacedWith?.includes(id));
    const replaceTriggeredBy = replaced.map((each) => this.addressOf(each));
    const lifecycle = {
      ...(row.onChange === "ignore" && { ignoreChanges: [this.type.attribute] }),
      ...(postcondition.length > 0 && { postcondition }),
      ...(replaceTriggeredBy.length > 0 && { replaceTriggeredBy }),
    };
    return Object.keys(lifecycle).length === 0 ? undefined : lifecycle;
  }

  private originCondition(row: ResourceRow): Conditions {
    if (row.refusesOrigin === undefined) return [];
    const { declared, type, rows } = this;
    const resource = {
      entity: declared.entity,
      attribute: type.attribute,
      address: this.addressOf(row),
      last: `${type.name}.${rows.at(-1)?.name ?? ""}`,
      isOfIdentity: row.refusesOrigin === "service and identity",
    };
    const refusal = madeFor(
      () => declared.plannedService,
      (service) => {
        const { condition, message } = originRefusal(service, resource);
        return { condition: toValue(condition), message: toValue(message) };
      },
    );
    return [{ condition: lazy(() => refusal().condition), errorMessage: lazy(() => refusal().message) }];
  }

  private addressOf({ name }: ResourceRow): string {
    return `${this.type.name}.${name}`;
  }
}

/** What Terraform checks while it plans, with the errors of what does not hold. */
type Conditions = NonNullable<TerraformResourceLifecycle["postcondition"]>;

/**
 * Runs the applier for an action. The digest in its command keeps an apply from sending a request that was not planned. Paths
 * are relative to the stack's folder, where Terraform runs them: with `path.module`, which is "." there, every plan would
 * evaluate one more expression for each resource.
 *
 * Where a condition says that the same apply created the entity, the platform's shell prints a message instead: to start
 * Node is the most expensive part of a call. The provisioner of a revision, abridged:
 *
 *     command     = <created> ? "echo created with this revision" : "update 4965… requests/experiment_….json"
 *     interpreter = <created> ? null : ["node", "assets/…/applier.js"]
 *
 *     <created> is null_resource.experiment_….triggers["created"] == local.experimentation_apply
 */
function provisionerOf(
  { action, unless: created }: Run,
  supply: Pick<StackEntity, "request" | "requestPath">,
  applierPath: string,
): LocalExecProvisioner {
  const program = ["node", applierPath];
  const command = () => commandText(action, supply.request.digest, supply.requestPath);
  const environment = lazy<Record<string, string>>(() => environmentFor(supply.request.values));
  if (created === undefined) return { type: "local-exec", interpreter: program, command: lazy(command), environment };
  return {
    type: "local-exec",
    // in the place of the list, an expression for it
    interpreter: toValue(hcl`${created} ? null : ${list(program)}`) as unknown as string[],
    command: lazy(() => toValue(hcl`${created} ? "echo created with this revision" : ${command()}`)),
    environment,
  };
}

/**
 * The environment variable that passes values to the applier, as an expression; see `VALUES_VARIABLE`. For the one value
 * `jsonencode(var.a)`, abridged:
 *
 *     {EXPERIMENTATION_VALUES = <length of values> <= 30000 ? values : tostring(<length of values>)}
 *
 *     values is join("", ["[", join(",", [jsonencode(var.a)]), "]"])
 *
 * @param values tokens for JSON texts
 */
function environmentFor(values: readonly string[]): string | undefined {
  if (values.length === 0) return undefined;
  const array = hcl`join("", ["[", join(",", ${list(values.map((value) => Hcl.ofToken(value)))}), "]"])`;
  const environment = withName("values", array, (text) => {
    // Terraform counts characters, and base64 has four of them for three bytes
    const bytes = hcl`floor(length(base64encode(${text})) / 4) * 3`;
    // the applier refuses what is too long: an error of Terraform's would be hidden where a value is sensitive
    const passed = hcl`${bytes} <= ${LONGEST_VALUES} ? ${text} : tostring(${bytes})`;
    return hcl`tomap(zipmap([${VALUES_VARIABLE}], [${passed}]))`;
  });
  return toValue(environment);
}
