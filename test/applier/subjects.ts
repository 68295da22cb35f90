import { setTimeout as pause } from "node:timers/promises";
import type { KindName } from "../../lib/api/kind-names";
import type { ServiceSettings } from "../../lib/api/service-settings";
import { type Emulator, type Fault, startEmulator } from "../../lib/emulator";
import type { Action } from "../../lib/entity/step";
import { labelOf } from "../../lib/text/names";
import type { Fields } from "../../lib/value/value";
import { accessTo, callByHand } from "../support/deployment";
import type { Running } from "../support/process";
import {
  assignmentSource,
  experiment,
  ingestionSource,
  metricSource,
  promptVersion,
  segment,
  without,
} from "../support/samples";
import { type RunEnd, Stack } from "./applier";
import { createBody, operationsOf, requestFile } from "./request";

/** A call of a deploy, with all that tests need to know about it. */
export interface Subject {
  readonly what: string;
  readonly action: Action;
  readonly kind: string;
  /** Identity in the emulator. */
  readonly id: string;
  readonly fields: Fields;
  /** Kind and name, as in messages. */
  readonly entity: string;
  /** Method and path of the calls that the request has. */
  readonly calls: Readonly<Partial<Record<Action, string>>>;
}

const paidOrders = { ...metricSource, name: "paid orders" };

export const creates = [
  subject("create", "experiment", "checkout_button", experiment),
  subject("create", "metric_source", "paid orders", paidOrders),
  subject("create", "segment", "beta_testers", segment),
  subject("create", "ingestion_source", "Metrics/s3/revenue", ingestionSource),
  subject("create", "prompt_version", "support_bot/v1", promptVersion),
] as const;

/** Calls that are safe to repeat. */
export const updates = [
  subject("update", "experiment", "checkout_button", experiment),
  subject("update", "metric_source", "paid orders", paidOrders),
  subject("update", "ingestion_source", "Metrics/s3/revenue", ingestionSource),
  subject("upsert", "assignment_source", "exposures", assignmentSource),
  subject("upsert", "assignment_source", "exposures", without(assignmentSource, "sql")),
] as const;

export const subjects: readonly Subject[] = [...creates, ...updates];

function subject(action: Action, kind: KindName, id: string, props: object): Subject {
  const fields = props as Fields;
  const label = labelOf(kind);
  return {
    what: `${action} of ${/^[aeiou]/.test(label) ? "an" : "a"} ${label}`,
    action,
    kind,
    id,
    fields,
    entity: `${label} ${id}`,
    calls: operationsOf({ kind, fields }),
  };
}

export function withFields(subject: Subject, fields: Fields): Subject {
  return { ...subject, fields: { ...subject.fields, ...fields } };
}

/** A subject, and a service that keeps nothing, or for an update the entity as it was before. */
export class Scene {
  private seen = 0;
  private before = 0;

  private constructor(
    readonly subject: Subject,
    readonly emulator: Emulator,
    readonly stack: Stack,
  ) {}

  static async of(subject: Subject, service?: ServiceSettings): Promise<Scene> {
    const emulator = await startEmulator();
    const scene = new Scene(subject, emulator, await Stack.with(requestFile(subject, { service })));
    await scene.forget();
    return scene;
  }

  /** Empties the service, including its faults. For an update, creates the entity. */
  async forget(): Promise<void> {
    this.emulator.reset();
    this.seen = 0;
    const { action, fields } = this.subject;
    if (action === "update") await this.create({ ...fields, description: "as it was" });
  }

  /** Creates the entity with other fields, as somebody else would. */
  async createTheirs(): Promise<void> {
    const { fields } = this.subject;
    const changed = ["description", "sql", "query", "model", ...("layerID" in fields ? ["layerID"] : [])];
    await this.create({ ...fields, ...Object.fromEntries(changed.map((field) => [field, "theirs"])) });
  }

  private async create(fields: Fields): Promise<void> {
    await callByHand(this.emulator, this.subject.calls.create ?? "", createBody({ ...this.subject, fields }));
    this.seen = this.before = this.emulator.calls.length;
  }

  restate(service: ServiceSettings): Promise<void> {
    return this.stack.write(requestFile(this.subject, { service }));
  }

  fail(fault: Fault): void {
    this.emulator.fail(fault);
  }

  start(environment: Readonly<Record<string, string>> = {}): Running {
    this.before = this.emulator.calls.length;
    return this.stack.start(this.subject.action, { ...this.access, ...environment });
  }

  /** Resolves when the service has read a call of the applier that was started last. */
  async arrived(): Promise<void> {
    while (this.emulator.calls.slice(this.before).every(({ body }) => body === undefined)) await pause(5);
  }

  /** Starts the bundled applier, and kills it during its call. */
  async startAndKill(): Promise<void> {
    const running = this.start();
    await this.arrived();
    running.process.kill("SIGKILL");
    await running.ended;
  }

  run(environment: Readonly<Record<string, string>> = {}): Promise<RunEnd> {
    return this.stack.run(this.subject.action, { ...this.access, ...environment });
  }

  /** The variables by which the service is found. */
  get access(): Record<string, string> {
    return accessTo(this.emulator);
  }

  /** The calls that arrived since this was read last, by their actions. */
  calls(): string[] {
    const names = Object.entries(this.subject.calls);
    const seen = this.emulator.calls.slice(this.seen);
    this.seen = this.emulator.calls.length;
    return seen.map(
      ({ method, path }) => names.find(([, call]) => call === `${method} ${path}`)?.[0] ?? `${method} ${path}`,
    );
  }

  /** The fields of the entity that differ in the service from the declaration. */
  get differences(): readonly string[] {
    const { kind, id, fields } = this.subject;
    const kept = this.emulator.record(kind as KindName, id);
    if (kept === undefined) return ["it does not exist"];
    return Object.keys(fields).filter((name) => JSON.stringify(kept[name]) !== JSON.stringify(fields[name]));
  }

  async end(): Promise<void> {
    await this.emulator.close();
    await this.stack.remove();
  }
}

export async function inScene<T>(
  subject: Subject | undefined,
  test: (scene: Scene) => Promise<T>,
  service?: ServiceSettings,
): Promise<T> {
  if (subject === undefined) throw new TypeError("no such subject");
  const scene = await Scene.of(subject, service);
  try {
    return await test(scene);
  } finally {
    await scene.end();
  }
}

/** Runs a test where somebody else has an entity of the same identity, with other content. */
export function withTheirs(
  subject: Subject,
  service: ServiceSettings | undefined,
  test: (scene: Scene, theirs: Emulator["records"]) => Promise<void>,
): Promise<void> {
  return inScene(
    subject,
    async (scene) => {
      await scene.createTheirs();
      await test(scene, scene.emulator.records);
    },
    service,
  );
}
