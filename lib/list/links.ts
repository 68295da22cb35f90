import type { DeclaredService } from "../protocol/declared-service";
import { parted, type Words } from "../report/document";
import { nameText, type Titled } from "../text/names";
import type { EntityView } from "./entity-views";
import type { ListedLayer } from "./layers";

/** Leads from names of entities and layers to where they stand in the document. */
export class Links {
  private readonly anchors = new Map<string, string>();

  constructor(views: readonly EntityView[], layers: readonly ListedLayer[]) {
    for (const { entity, id, role, service } of views) {
      const key = linkKey(entity, service);
      // two stacks may declare one entity: links lead to the first
      if (role !== "other" && entity.name !== null && !this.anchors.has(key)) this.anchors.set(key, id);
    }
    for (const [index, { layerID, service }] of layers.entries()) {
      this.anchors.set(linkKey({ kind: LAYER, name: layerID }, service), layerIdAt(index));
    }
  }

  /** The name of an entity or a layer, which leads to its place, where it has one. */
  to(titled: Titled, service: DeclaredService | undefined, text = nameText(titled.name)): Words {
    const anchor = this.anchors.get(linkKey(titled, service));
    return anchor === undefined ? { own: text } : { to: anchor, words: { own: text } };
  }

  toAll(those: readonly Titled[], service: DeclaredService | undefined): Words {
    return parted(
      those.map((titled) => this.to(titled, service)),
      ", ",
    );
  }
}

/** What stands where an entity has its kind, in links to layers. */
export const LAYER = "layer";

export function layerIdAt(index: number): string {
  return `layer-${index + 1}`;
}

function linkKey({ kind, name }: Titled, service: DeclaredService | undefined): string {
  return JSON.stringify([service?.baseUrl, service?.apiKeyVariable, kind, name]);
}
