import { isDeepStrictEqual } from "node:util";
import { fromEnvironment } from "../../lib";
import { type KindName, kindNames } from "../../lib/api/kind-names";
import type { ServiceSettings } from "../../lib/api/service-settings";
import type { Emulator } from "../../lib/emulator";
import { accessTo, type DeploymentOptions } from "../support/deployment";
import { aService, type Build, constructOf, samples, together } from "../support/samples";

/** An entity that is declared, and what the service keeps of it once it is deployed. */
interface DeclaredEntity {
  readonly kind: string;
  /** Identity in the emulator. */
  readonly id: string;
  readonly props: object;
  readonly kept: object;
}

/** The variable that holds the secret of every prompt version, and the secret. */
export const secret = { variable: "BOT_TOKEN", value: 'to/ken+with "all" sorts & kinds' };

/**
 * Entities of all kinds in turn.
 *
 * @param edition another one changes all that can be changed
 */
export function manyEntities(count: number, edition = "first"): readonly DeclaredEntity[] {
  return Array.from({ length: count }, (_, index) => entity(index, edition));
}

export const withSecret: DeploymentOptions = {
  environment: (emulator) => ({ ...accessTo(emulator), [secret.variable]: secret.value }),
};

export function stackOf(entities: readonly DeclaredEntity[], settings: ServiceSettings = {}): Build {
  return together(aService(settings), (stack) => {
    entities.forEach(({ kind, props }, index) => {
      constructOf(kind, stack, `${kind}-${index}`, props);
    });
  });
}

/** Names of the entities that the service keeps with other values than declared, or that are not declared. */
export function differences({ records }: Pick<Emulator, "records">, entities: readonly DeclaredEntity[]): string[] {
  const kept = new Map(records.map(({ kind, id, data }) => [`${kind} ${id}`, data]));
  const different = entities.filter((entity) => {
    const data = kept.get(nameOf(entity)) ?? {};
    kept.delete(nameOf(entity));
    return !Object.entries(entity.kept).every(([field, value]) => isDeepStrictEqual(data[field], value));
  });
  return [...different.map(nameOf), ...kept.keys()];
}

function nameOf({ kind, id }: DeclaredEntity): string {
  return `${kind} ${id}`;
}

function entity(index: number, edition: string): DeclaredEntity {
  const number = Math.floor(index / kindNames.length);
  const header = (token: string) => ({ auth_workflow_headers: [{ name: "Authorization", value: `Bearer ${token}` }] });
  const own: Readonly<Record<KindName, readonly [id: string, kept: object, given?: object]>> = {
    experiment: [`experiment_${number}`, { id: `experiment_${number}`, hypothesis: edition }],
    metric_source: [`metrics ${number}`, { name: `metrics ${number}`, description: edition }],
    assignment_source: [`exposures ${number}`, { name: `exposures ${number}`, description: edition }],
    segment: [`segment_${number}`, { id: `segment_${number}` }],
    ingestion_source: [`Metrics/s3/revenue ${number}`, { source_name: `revenue ${number}`, query: edition }],
    prompt_version: [
      `bot_${number}/v1`,
      { promptID: `bot_${number}`, ...header(secret.value) },
      header(fromEnvironment(secret.variable)),
    ],
  };
  const kind = kindNames[index % kindNames.length] ?? "experiment";
  const [id, changes, given] = own[kind];
  const kept = { ...samples[kind].sample, ...changes };
  return { kind, id, kept, props: { ...kept, ...given } };
}
