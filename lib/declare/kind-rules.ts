import { assignmentSource } from "../api/assignment-source-schema";
import { experiment, idFromName } from "../api/experiment-schema";
import { ingestionSource } from "../api/ingestion-source-schema";
import type { Kind } from "../api/kind";
import { metricSource } from "../api/metric-source-schema";
import { promptVersion } from "../api/prompt-version-schema";
import { segment } from "../api/segment-schema";
import { contentDigest } from "../entity/sha256";
import { type Fields, holdsOpaque, type Value } from "../value/value";
import { type Checks, derivedId, literalSecrets } from "./entity-warnings";
import { experimentChecks } from "./experiment-warnings";
import { unknownColumns } from "./unknown-columns";

/** What is special about a kind besides its schema. */
interface KindRules {
  /** The id of one that is given none; undefined where it comes of what only Terraform knows. */
  readonly derivedId?: (given: Fields) => Value | undefined;
  /** Whether the service derives the same id: no call sends it. */
  readonly isDerivedByService?: true;
  /** Whether the derived id comes from the content, so that other content is another entity. */
  readonly isByContent?: true;
  /** Looks for likely mistakes that the API does not forbid. */
  readonly checks?: Checks;
}

const kindRules: Readonly<Record<string, KindRules>> = {
  [experiment.name]: {
    derivedId: ({ name }) => (typeof name === "string" ? idFromName(name) : undefined),
    checks: { "derived-id": derivedId, ...experimentChecks },
  },
  [segment.name]: {
    // the service takes the name, and may allow fewer characters in an id that it is sent
    derivedId: ({ name }) => name,
    isDerivedByService: true,
    checks: { "derived-id": derivedId },
  },
  [promptVersion.name]: {
    derivedId: (given) =>
      holdsOpaque(given, ({ fromTerraform }) => fromTerraform) ? undefined : `v-${contentDigest(given).slice(0, 12)}`,
    isByContent: true,
    checks: { "literal-secret": literalSecrets },
  },
  [metricSource.name]: { checks: { "unknown-column": unknownColumns } },
  [assignmentSource.name]: { checks: { "unknown-column": unknownColumns } },
  [ingestionSource.name]: { checks: { "unknown-column": unknownColumns } },
};

/** What is special about a kind; nothing about one that only its schema describes. */
export function kindRulesOf({ name }: Kind): KindRules {
  return kindRules[name] ?? {};
}
