import type { Construct } from "constructs";
import type { Resource } from "../../api/resource";
import { type Entity, entityOf } from "../../entity/entity";
import type { Fields } from "../../value/value";
import type { Checks } from "../warnings/warnings";
import { type CheckedProps, checkProps } from "./check-props";
import { placeOfProps } from "./defined-in";

/**
 * What is special about a kind of construct.
 *
 * @internal
 */
export interface Special {
  /** Adds the fields that are derived from others, and sent. */
  readonly complete?: (fields: Fields) => Fields;
  /** Adds the fields that no call sends, because the service adds the same. */
  readonly derivedByService?: (fields: Fields) => Fields;
  /** Looks for likely mistakes that the API does not forbid. */
  readonly checks?: Checks;
  /** Whether the identity comes from the content, so that other content is another entity. */
  readonly byContent?: (given: Fields) => boolean;
}

/** What the props of a construct declare. */
export interface Declaration extends Pick<CheckedProps, "settings" | "dependencies"> {
  readonly entity: Entity;
  /** The fields of the props alone. */
  readonly given: Fields;
}

/**
 * Checks the props of a construct, and makes of them the entity from which all else follows.
 *
 * @throws InvalidPropsError with every problem
 */
export function declare(construct: Construct, resource: Resource, props: object, special: Special): Declaration {
  const { complete, derivedByService, byContent } = special;
  const { fields: given, settings, dependencies } = checkProps(construct, resource, props, byContent);
  const sent = complete?.(given) ?? given;
  const all = derivedByService?.(sent) ?? sent;
  const entity = entityOf({
    construct: construct.node.path,
    file: placeOfProps(props)?.file,
    resource,
    // those of the props are in order
    fields: Object.keys(all).length === Object.keys(given).length ? all : sortedFields(all),
    sent,
    acknowledged: settings.acknowledge ?? [],
    adopt: settings.adopt === true,
    ignoreChanges: settings.ignoreChanges === true,
    endsOn: settings.endsOn,
    byContent: byContent?.(given) ?? false,
  });
  return { entity, given, settings, dependencies };
}

/** Fields in the order of their names: a derived one stands where it would if it were given. */
function sortedFields(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1)));
}
