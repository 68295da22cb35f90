import type { TerraformStack } from "cdktf";
import { Construct } from "constructs";
import { ExperimentationService } from "../../../lib";
import { resourceType } from "../../support/samples";
import type { Declared } from "./model";
import type { Place, Places } from "./places";
import { type Content, walkers } from "./walkers";

/** An app of two stacks that deploy to two services. */
export interface Code {
  readonly stacks: readonly [string, string];
  readonly services: readonly [ServiceCode, ServiceCode];
  /** What is declared, by walker. */
  readonly entities: ReadonlyMap<string, EntityCode>;
}

export interface ServiceCode {
  readonly id: string;
  /** Whether it is below another construct. */
  readonly isNested: boolean;
  readonly place: Place;
  readonly movedFrom: readonly Place[];
}

export interface EntityCode extends Content {
  /** Which of the stacks, and which of the services. */
  readonly stack: 0 | 1;
  readonly service: 0 | 1;
}

/** Everything in the first stack and the first service. */
export function firstCode(places: Places["places"]): Code {
  const service = { isNested: false, movedFrom: [] };
  return {
    stacks: ["one", "two"],
    services: [
      { ...service, id: "service", place: places[0] },
      { ...service, id: "other", place: places[2] },
    ],
    entities: new Map(Object.keys(walkers).map((name) => [name, initial])),
  };
}

export const initial: EntityCode = {
  value: 0,
  fixed: 0,
  isComplete: true,
  adopt: false,
  ignoreChanges: false,
  stack: 0,
  service: 0,
};

/** What a stack declares. */
export function declaredIn(code: Code, stack: number): Declared[] {
  return [...code.entities].flatMap(([name, entity]) => {
    const walker = walkers[name];
    if (walker === undefined || entity.stack !== stack) return [];
    const { place, movedFrom } = code.services[entity.service];
    const { named, own = entity.value, create, fixed, changeable, ...same } = walker;
    const address = { "by content": `${name} ${entity.value}`, "by path": `${name} ${code.stacks[entity.stack]}` };
    return {
      ...{ ...same, ...entity, walker: name, place, formerPlaces: movedFrom },
      address: named === undefined ? name : address[named],
      id: `${name} ${own}`,
      ...{ create: create(entity), fixed: fixed(entity), changeable: changeable(entity) },
    };
  });
}

/**
 * Puts what a stack declares into it.
 *
 * @returns Terraform's addresses of the records, by walker
 */
export function buildStack(code: Code, index: number, stack: TerraformStack): ReadonlyMap<string, string> {
  const services = code.services.map((service) => buildService(stack, service));
  const addresses = [...code.entities].flatMap(([name, entity]) => {
    const service = services[entity.service];
    if (entity.stack !== index || service === undefined) return [];
    const built = walkers[name]?.build(stack, name, service, entity);
    return built === undefined ? [] : [[name, built.inStack.terraformAddress] as const];
  });
  return new Map(addresses);
}

function buildService(stack: TerraformStack, { id, isNested, place, movedFrom }: ServiceCode): ExperimentationService {
  const scope = isNested ? new Construct(stack, `team-of-${id}`) : stack;
  const settings = ({ project: _, ...access }: Place) => access;
  return new ExperimentationService(scope, id, {
    resourceType,
    ...settings(place),
    movedFrom: movedFrom.map(settings),
  });
}
