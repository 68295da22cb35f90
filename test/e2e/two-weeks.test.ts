import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { TerraformStack } from "cdktf";
import { AssignmentSource, Experiment, ExperimentationService, type ExperimentProps, MetricSource } from "../../lib";
import type { Emulator } from "../../lib/emulator";
import { command } from "../cli/command";
import { callByHand } from "../support/by-hand";
import { deployment } from "../support/deployment";
import { provider } from "../support/provider";
import { assignmentSource, experiment, metricSource } from "../support/samples";
import { terraform } from "../support/terraform";
import type { Workspace } from "../support/workspace";

type Env = "staging" | "production";

/** What one environment declares: its experiments by id, each in a stack, and the SQL of its sources. */
interface Code {
  readonly experiments: Readonly<Record<string, Partial<ExperimentProps> & { readonly stack: string }>>;
  readonly sql: string;
}

const running = { allocation: 10, controlGroupID: "control", groups: [group("control"), group("new")] };
const cart = { ...running, stack: "checkout", status: "setup", team: "checkout" } as const;
const banner = { ...running, stack: "growth", status: "active", team: "growth", endsOn: "2026-12-04" } as const;
const active = { ...cart, status: "active" } as const;
const ramped = { ...active, allocation: 50 } as const;
const stopped = { ...ramped, status: "experiment_stopped" } as const;
const decided = { ...ramped, status: "decision_made", launchedGroupID: "new" } as const;
const moved = { ...banner, stack: "checkout" } as const;
const left = { ...moved, ignoreChanges: true, description: "The code says something else." } as const;

function group(id: string) {
  return { id, name: id, size: 50, parameterValues: { steps: id === "control" ? 4 : 1 } };
}

interface Step {
  readonly day: string;
  /** What the code of production becomes. */
  readonly code?: Partial<Code>;
  /** Names of the teams whose stacks are called otherwise from then on. */
  readonly renamed?: Readonly<Record<string, string>>;
  /** What somebody does in the console of production, or to the state. */
  readonly byHand?: (team: Team) => Promise<unknown>;
  /** The stacks that are planned, reviewed and deployed. */
  readonly stacks?: readonly string[];
  readonly accept?: readonly string[];
  /** Risks that stop a review with --strict before anything is accepted. */
  readonly stoppedBy?: RegExp;
  readonly says?: RegExp;
  readonly calls?: readonly string[];
  /** Another command of the team, and what it says. */
  readonly asks?: readonly (readonly [args: readonly string[], exitCode: number, says: RegExp])[];
}

const toCart = "POST /console/v1/experiments/cart";

const steps: readonly Step[] = [
  { day: "1: the cart starts", code: with_({ cart: active }), stacks: ["checkout"], says: /starts/, calls: [toCart] },
  {
    day: "2: it takes half of all users",
    code: with_({ cart: ramped }),
    stacks: ["checkout"],
    stoppedBy: /ramp/,
    accept: ["ramp:experiment/cart"],
    says: /allocation: 10 → 50/,
    calls: [toCart],
  },
  { day: "3: an incident", code: with_({ cart: stopped }), stacks: ["checkout"], says: /stops/, calls: [toCart] },
  {
    day: "4: somebody starts it by hand, and the export shows it",
    byHand: (team) => team.inConsole("cart", { status: "active" }),
    asks: [[["drift", "export.json", "*-production"], 1, /cart[\s\S]*status[\s\S]*experiment_stopped/]],
  },
  {
    day: "4: what is declared is sent once more",
    code: with_({ cart: { ...stopped, reapply: "day 4" } }),
    stacks: ["checkout"],
    says: /reapply experiment cart/,
    calls: [toCart],
  },
  {
    day: "5: the deploy of the stop is rolled back",
    code: with_({ cart: ramped }),
    stacks: ["checkout"],
    stoppedBy: /status-step/,
    accept: ["status-step"],
    calls: [toCart],
  },
  {
    day: "8: the banner moves to the other team",
    code: with_({ cart: ramped, banner: moved }),
    byHand: (team) => team.move("growth", "checkout", "experiment_banner"),
    stacks: ["checkout", "growth"],
    says: /nothing changes/i,
    calls: [],
  },
  {
    day: "9: the team has another name",
    renamed: { growth: "acquisition" },
    byHand: (team) => team.takeState("growth", "acquisition"),
    stacks: ["acquisition"],
    calls: [],
  },
  {
    day: "10: the console takes the banner, and nothing that the code says of it is sent",
    code: with_({ cart: ramped, banner: left }),
    byHand: (team) => team.inConsole("banner", { allocation: 77 }),
    stacks: ["checkout"],
    says: /left alone/,
    calls: [],
    asks: [
      [["drift", "export.json", "*-production"], 0, /acquisition-production\n {2}nothing is declared[\s\S]*left alone/],
      [["list", "--overdue", "--as-of", "2026-12-05", "*-production"], 1, /banner/],
    ],
  },
  {
    day: "11: a source is changed that experiments use",
    code: { sql: "select * from exposures where not is_bot" },
    stacks: ["checkout-data", "checkout"],
    says: /source-in-use \(acknowledged\).*cart/,
    calls: [
      "POST /console/v1/experiments/assignment_source/checkout exposures",
      "POST /console/v1/metrics/metric_source/checkout orders",
    ],
  },
  {
    day: "12: the winner is shipped",
    code: with_({ cart: decided, banner: left }),
    stacks: ["checkout"],
    says: /is decided: experiment cart/,
    calls: [toCart],
  },
  {
    day: "14: the cart leaves the code",
    code: with_({ banner: left }),
    stacks: ["checkout"],
    says: /leaves the code/,
    calls: [],
  },
];

function with_(experiments: Code["experiments"]): Partial<Code> {
  return { experiments: { banner, ...experiments } };
}

/** Two teams with two environments, each of which is a service. */
class Team {
  private code: Readonly<Record<Env, Code>>;
  private names: Readonly<Record<string, string>> = {};
  readonly said: string[] = [];

  constructor(
    private readonly app: Workspace,
    private readonly services: Readonly<Record<Env, Emulator>>,
  ) {
    const code = { experiments: { cart, banner }, sql: "select * from exposures" };
    this.code = { staging: code, production: code };
  }

  async begin(): Promise<void> {
    this.synth();
    const applied = await Promise.all(this.stacks().map(({ name }) => this.app.stack(name).apply()));
    for (const ended of applied) expect(ended).toMatchObject({ exitCode: 0 });
  }

  async take({
    day,
    code,
    renamed,
    byHand,
    stacks = [],
    accept = [],
    stoppedBy,
    says,
    calls,
    asks = [],
  }: Step): Promise<void> {
    this.code = { ...this.code, production: { ...this.code.production, ...code } };
    this.names = { ...this.names, ...renamed };
    this.synth();
    await byHand?.(this);
    const { production } = this.services;
    const before = production.calls.length;
    const names = stacks.map((stack) => `${stack}-production`);
    await Promise.all(names.map((name) => this.run(name, "plan", "-out=plan")));
    const review = (...options: string[]) => this.ask(day, ["review", ...names, "--strict", ...options]);
    if (stoppedBy !== undefined)
      expect(await review()).toMatchObject({ exitCode: 1, stderr: expect.stringMatching(stoppedBy) });
    if (names.length > 0) {
      const { exitCode, stdout, stderr } = await review(...accept.map((risk) => `--accept=${risk}`));
      expect({ day, exitCode, stderr }).toEqual({ day, exitCode: 0, stderr: "" });
      expect(stdout).toMatch(says ?? /./);
    }
    await Promise.all(names.map((name) => this.run(name, "apply", "plan")));
    if (calls !== undefined) {
      const made = production.calls.slice(before).map(({ method, path }) => decodeURIComponent(`${method} ${path}`));
      // what is done by hand is a call, too
      expect({ day, calls: byHand === undefined ? made.sort() : made }).toEqual({ day, calls });
    }
    this.export();
    for (const [args, exitCode, pattern] of asks) {
      const said = await this.ask(day, args);
      expect({ day, args, ...said }).toMatchObject({ exitCode, stdout: expect.stringMatching(pattern) });
    }
  }

  /** Every plan is empty, and what differs is left alone. */
  async end(): Promise<void> {
    const plans = await Promise.all(this.stacks().map(({ name }) => this.app.stack(name).plan()));
    for (const plan of plans) expect(plan).toMatchObject({ isEmpty: true });
    expect(await this.ask("the end", ["drift", "export.json", "*-production"])).toMatchObject({ exitCode: 0 });
    const list = await this.ask("the end", ["list"]);
    expect(list.stdout).toContain("checkout exposures (checkout-data-staging/exposures): used by cart");
  }

  /** Somebody changes an experiment in the console. */
  async inConsole(id: string, change: object): Promise<void> {
    const { production } = this.services;
    const changed: Readonly<Record<string, unknown>> = { ...production.record("experiment", id), ...change };
    const { id: _, layerID: __, ...update } = changed;
    await callByHand(production, `POST /console/v1/experiments/${id}`, update);
  }

  /** Moves an entity with a revision from the state of a stack to that of another. */
  async move(from: string, to: string, name: string): Promise<void> {
    const [source, target] = await Promise.all([from, to].map((stack) => this.pull(`${stack}-production`)));
    for (const each of [name, `${name}_revision`].map((resource) => `terraform_data.${resource}`)) {
      await this.state(this.app.directory, "mv", `-state=${source}`, `-state-out=${target}`, each, each);
    }
    await this.push(`${from}-production`, source);
    await this.push(`${to}-production`, target);
  }

  /** Gives a stack the state that it had by another name. */
  async takeState(former: string, now: string): Promise<void> {
    for (const area of ["", "-data"]) {
      const state = await this.pull(`${former}${area}-production`);
      await this.run(`${now}${area}-production`, "init");
      await this.push(`${now}${area}-production`, state);
    }
  }

  private async pull(stack: string): Promise<string> {
    const path = join(this.app.directory, `${stack}.pulled`);
    writeFileSync(path, await this.state(this.folderOf(stack), "pull"));
    return path;
  }

  private push(stack: string, path = ""): Promise<string> {
    return this.state(this.folderOf(stack), "push", path);
  }

  private async state(directory: string, ...args: string[]): Promise<string> {
    return terraform(directory, ["state", ...args]);
  }

  private run(stack: string, ...args: string[]): Promise<string> {
    return this.app.stack(stack).succeed(args);
  }

  private folderOf(stack: string): string {
    return this.app.stack(stack).stackDirectory;
  }

  private async ask(day: string, args: readonly string[]) {
    const environment = { PATH: process.env.PATH ?? "", ...(await provider()).environment };
    const said = await command(args, { directory: this.app.directory, environment });
    this.said.push(
      `== day ${day}\n$ cdktf-experimentation ${args.join(" ")}\n${said.stdout}${said.stderr}(${said.exitCode})\n`,
    );
    return said;
  }

  /** What the service exports: its experiments, and what tells its kind by itself. */
  private export(): void {
    const records = this.services.production.records
      .filter(({ kind }) => kind !== "metric_source")
      .map(({ data }) => data);
    writeFileSync(join(this.app.directory, "export.json"), JSON.stringify(records));
  }

  private stacks() {
    return (["staging", "production"] as const).flatMap((env) =>
      ["checkout", "growth"].flatMap((team) => {
        const called = env === "production" ? (this.names[team] ?? team) : team;
        return [
          { env, team, name: `${called}-data-${env}`, isData: true },
          { env, team, name: `${called}-${env}`, isData: false },
        ];
      }),
    );
  }

  private synth(): void {
    this.app.synthAll((root) => {
      for (const { env, team, name, isData } of this.stacks()) {
        const stack = new TerraformStack(root, name);
        const apiKeyVariable = `${env.toUpperCase()}_KEY`;
        const baseUrl = this.services[env].address;
        new ExperimentationService(stack, "service", { resourceType: "terraform_data", baseUrl, apiKeyVariable });
        if (isData) this.declareSources(stack, team, this.code[env].sql);
        else this.declareExperiments(stack, team, this.code[env]);
      }
    });
  }

  private declareSources(stack: TerraformStack, team: string, sql: string): void {
    const of = team === "checkout" ? sql : "select * from exposures";
    const source = { sql: of, acknowledge: ["unknown-column", "source-in-use"] } as const;
    new AssignmentSource(stack, "exposures", { ...assignmentSource, name: `${team} exposures`, ...source });
    new MetricSource(stack, "orders", { ...metricSource, name: `${team} orders`, ...source });
  }

  private declareExperiments(scope: TerraformStack, team: string, { experiments }: Code): void {
    for (const [id, { stack, ...props }] of Object.entries(experiments)) {
      if (stack !== team) continue;
      const primaryMetrics = [{ name: `${props.team} orders`, type: "sum" }];
      const fields = { ...experiment, assignmentSourceName: `${props.team} exposures`, primaryMetrics, name: id, id };
      new Experiment(scope, id, { ...fields, ...props, acknowledge: ["enterprise-only"] });
    }
  }
}

test("two teams, two environments, eight stacks and two weeks", () =>
  deployment(
    ({ emulator: staging }) =>
      deployment(
        async ({ emulator: production, workspace }) => {
          // as many projects are: the applier inside it is no ES module
          writeFileSync(join(workspace.directory, "package.json"), '{ "type": "module" }');
          const team = new Team(workspace, { staging, production });
          try {
            await team.begin();
            for (const step of steps) await team.take(step);
            await team.end();
          } finally {
            if (process.env.TWO_WEEKS !== undefined) writeFileSync(process.env.TWO_WEEKS, team.said.join("\n"));
          }
        },
        { environment: ({ key }) => ({ STAGING_KEY: staging.key, PRODUCTION_KEY: key }) },
      ),
    { emulator: { key: "key-of-staging" } },
  ));
