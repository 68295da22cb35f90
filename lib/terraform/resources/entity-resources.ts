import type { TerraformResource } from "cdktf";
import type { Construct } from "constructs";
import type { Entity } from "../../entity/entity";
import { RecordAndRevision } from "./record-and-revision";
import type { ResourceOptions } from "./resource-maker";
import { UpsertResource } from "./upsert-resource";

/**
 * Makes the Terraform resources of an entity.
 *
 * | resource | when | its triggers | a change of them | runs |
 * |---|---|---|---|---|
 * | record | form `record` | identity and fixed fields, the service, the apply that created it | is ignored; the guard refuses it while planning | the create, or nothing for what is adopted |
 * | revision | the kind has an update | identity and changeable fields, the id of the record | replaces it | the update, unless this apply has just created all of it |
 * | frozen revision | the update lacks fields | the same, and the apply that made it | is ignored; the guard refuses it | nothing |
 * | identity | only Terraform knows the identity | the identity | replaces it and the record | nothing |
 * | upsert | form `single` | all that its call sends | replaces it | the one call |
 * | service | form `single`, but for a dry run | the service | is ignored; its condition refuses it | nothing |
 *
 * Where changes are ignored, those of a revision and of an upsert are too, and no guard refuses them. Then such a resource
 * is replaced with the one that shows that the entity is another: the record, or the identity.
 *
 * @returns the last of them: when it is done, so is the entity. It holds the fields that others refer to.
 */
export function resourcesOf(scope: Construct, entity: Entity, options: ResourceOptions): TerraformResource {
  if (entity.form === "single") return new UpsertResource(scope, entity, options).upsert();
  const resources = new RecordAndRevision(scope, entity, options);
  const record = resources.record();
  return entity.changeable.length === 0 ? record : resources.revision(record);
}
