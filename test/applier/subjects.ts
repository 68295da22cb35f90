import { setTimeout as pause } from "node:timers/promises";
import type { KindName } from "../../lib/api/kind-names";
import type { ServiceSettings } from "../../lib/api/service-settings";
import { type Emulator, type Fault, startEmulator } from "../../lib/emulator";
import type { Action } from "../../lib/entity/steps";
import { labelOf } from "../../lib/text/names";
import type { Fields } from "../../lib/value/value";
import { accessTo, callByHand } from "../support/deployment";
import type { Running } from "../support/process";
import { samples } from "../support/samples";
import { type RunEnd, Stack } from "./applier";
import { createBody, operationsOf, requestFile } from "./request";

/** A call of a deploy, with all that tests need to know about it. */
export interface Subject {
  readonly what: string;
  readonly action: Action;
  readonly kind: KindName;
  /** Identity in the emulator. */
  readonly id: string;
  readonly fields: Fields;
  /** Kind and name, as in messages. */
  readonly entity: string;
  /** Method and path of the calls that the request has. */
  readonly calls: Readonly<Partial<Record<Action, string>>>;
}

export const creates = [
  subject("create", "experiment"),
  subject("create", "metric_source", "paid orders"),
  subject("create", "segment"),
  subject("create", "ingestion_source"),
  subject("create", "prompt_version"),
] as const;

/** Calls that are safe to repeat. */
export const updates = [
  subject("update", "experiment"),
  subject("update", "metric_source", "paid orders"),
  subject("update", "ingestion_source"),
  subject("upsert", "assignment_source"),
] as const;

/** A call of a kind's sample, whose name may be another one. */
function subject(action: Action, kind: KindName, name?: string): Subject {
  const { sample, identity } = samples[kind];
  const fields = { ...sample, ...(name && { name }) } as Fields;
  const id = name ?? identity;
  const label = labelOf(kind);
  const calls = operationsOf({ kind, fields });
  return { what: `${action}: ${label}`, action, kind, id, fields, entity: `${label} ${id}`, calls };
}

export function withFields(subject: Subject, fields: Fields): Subject {
  return { ...subject, fields: { ...subject.fields, ...fields } };
}

/** A subject, and a service that keeps nothing, or for an update the entity as it was before. */
export class Scene {
  private seen = 0;
  private before = 0;

  constructor(
    readonly subject: Subject,
    readonly emulator: Emulator,
    readonly stack: Stack,
  ) {}

  /** Empties the service, including its faults. For an update, creates the entity. */
  async forget(): Promise<void> {
    this.emulator.reset();
    this.seen = 0;
    if (this.subject.action === "update") await this.create({ description: "as it was" });
  }

  /** Creates the entity with these fields in the place of its own, as somebody else would. */
  async create(changes: Fields): Promise<void> {
    const { kind, fields, calls } = this.subject;
    await callByHand(this.emulator, calls.create ?? "", createBody({ kind, fields: { ...fields, ...changes } }));
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

  get access(): Record<string, string> {
    return accessTo(this.emulator);
  }

  /** The calls that arrived since this was read last, by their actions. */
  calls(): string[] {
    const names = Object.entries(this.subject.calls);
    const seen = this.emulator.calls.slice(this.seen).map(({ method, path }) => `${method} ${path}`);
    this.seen = this.emulator.calls.length;
    return seen.map((operation) => names.find(([, call]) => call === operation)?.[0] ?? operation);
  }

  /** What the service has, without when it was changed. */
  get contents(): readonly unknown[] {
    return this.emulator.records.map(({ data }) => data);
  }

  /** The fields of the entity that differ in the service from the declaration. */
  get differences(): readonly string[] {
    const { kind, id, fields } = this.subject;
    const kept = this.emulator.record(kind, id);
    if (kept === undefined) return ["it does not exist"];
    return Object.keys(fields).filter((name) => JSON.stringify(kept[name]) !== JSON.stringify(fields[name]));
  }
}

export async function inScene<T>(
  subject: Subject,
  test: (scene: Scene) => Promise<T>,
  service?: ServiceSettings,
): Promise<T> {
  const emulator = await startEmulator();
  const stack = await Stack.with(requestFile(subject, { service }));
  try {
    const scene = new Scene(subject, emulator, stack);
    await scene.forget();
    return await test(scene);
  } finally {
    await emulator.close();
    await stack.remove();
  }
}

/** Runs a test where somebody else has an entity of the same identity, with other content. */
export function withTheirs(
  subject: Subject,
  test: (scene: Scene, theirs: Emulator["records"]) => Promise<void>,
  service?: ServiceSettings,
): Promise<void> {
  const changed = ["description", "sql", "query", "model", ...("layerID" in subject.fields ? ["layerID"] : [])];
  return inScene(
    subject,
    async (scene) => {
      await scene.create(Object.fromEntries(changed.map((field) => [field, "theirs"])));
      await test(scene, scene.emulator.records);
    },
    service,
  );
}
