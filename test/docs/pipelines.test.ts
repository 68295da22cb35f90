import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { parse } from "yaml";
import { type Emulator, startEmulator } from "../../lib/emulator";
import { listen } from "../support/network";
import { recipe } from "../support/pages";
import { run } from "../support/process";
import { terraformEnvironment } from "../support/terraform";
import { firstStack, moduleWith } from "./example-runs";
import { addCommands, addPlatform, addStandIn, pathIn } from "./user-project";

/** Only there to end what hangs. */
const PATIENCE = 300;

type Settings = Readonly<Record<string, string>>;

/** How a job ended: the step that failed, and all that was said. */
interface JobResult {
  readonly failed?: string;
  readonly output: string;
}

/** What a job is run with, beside what the recipe says. */
interface JobContext {
  readonly environment?: "staging" | "production";
  readonly accept?: string;
}

interface GithubStep {
  readonly name?: string;
  readonly id?: string;
  readonly if?: string;
  readonly run?: string;
  readonly uses?: string;
  readonly with?: Settings;
  readonly env?: Settings;
  readonly "continue-on-error"?: boolean;
}

interface GithubJob {
  readonly needs?: string;
  readonly if?: string;
  readonly env?: Settings;
  readonly environment?: string;
  readonly permissions?: Settings;
  readonly concurrency?: { readonly group: string };
  readonly steps: readonly GithubStep[];
}

interface GitlabCache {
  readonly key: string;
  readonly paths: readonly string[];
  readonly when?: string;
  readonly policy?: string;
}

interface GitlabJob {
  readonly needs?: readonly string[];
  readonly variables?: Settings;
  readonly cache?: GitlabCache;
  readonly script: readonly string[];
  readonly artifacts?: { readonly paths: readonly string[]; readonly expose_as?: string };
}

/** The commit that a review is of. */
const HEAD = "1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d";

/** What somebody says at a pull request in order to accept risks. */
interface Accepting {
  readonly risks: readonly string[];
  readonly commit: string;
  readonly mayPush: boolean;
}

const github = parse(recipe("github-actions.yml")) as { readonly jobs: Readonly<Record<string, GithubJob>> };
const gitlab = parse(recipe("gitlab-ci.yml")) as Readonly<Record<string, GitlabJob>> & {
  readonly default: { readonly image: string; readonly before_script: readonly string[] };
  readonly variables: { readonly TERRAFORM: string };
};

/** A user's project with its services, and the platform: its API, which keeps the comments, and its cache. */
class Project {
  readonly comments: { id: number; body: string; author?: { id: number } }[] = [];
  /** GitHub's reviews of the pull request. */
  readonly approvals: object[] = [];
  /** Keys of what is in the cache, the newest last. */
  private readonly cached: string[] = [];
  private readonly server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { authorization, "private-token": token = authorization } = request.headers;
      if (!String(token).endsWith("job-token")) return response.writeHead(401).end();
      const [, list, member] = /\/(reviews)\?|\/members\/all\/(\d)$/.exec(request.url ?? "") ?? [];
      if (list !== undefined) return response.end(JSON.stringify(this.approvals));
      if (member !== undefined) return response.writeHead(member === "1" ? 200 : 404).end('{"access_level": 30}');
      const sent = Buffer.concat(chunks).toString();
      const body = sent === "" ? undefined : (JSON.parse(sent) as { body: string }).body;
      const id = Number(/\/(?:comments|notes)\/(\d+)$/.exec(request.url ?? "")?.[1] ?? 0);
      const known = this.comments.find((each) => each.id === id);
      if (body === undefined) return response.end(JSON.stringify(this.comments));
      if (known === undefined) this.comments.push({ id: this.comments.length + 1, body });
      else known.body = body;
      return response.end("{}");
    });
  });

  private port = 0;

  private constructor(
    readonly folder: string,
    readonly services: { readonly staging: Emulator; readonly production: Emulator },
  ) {}

  static async start(): Promise<Project> {
    const folder = await firstStack();
    await addCommands(folder);
    await addStandIn(folder);
    await addPlatform(folder);
    const project = new Project(folder, { staging: await startEmulator(), production: await startEmulator() });
    project.port = await listen(project.server);
    return project;
  }

  async stop(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await Promise.all([this.services.staging.close(), this.services.production.close()]);
    await rm(this.folder, { recursive: true });
  }

  /** Writes the program of the pages for these services, with an experiment in this state. */
  async declare(status: string, settings: object = {}): Promise<void> {
    const text = moduleWith("docs/environments-and-ci.md", "class Checkout")
      .replace('"https://staging.example.com"', JSON.stringify(this.services.staging.address))
      .replace('"https://console.example.com"', JSON.stringify(this.services.production.address))
      .replace('{ resourceType: "terraform_data",', (start) => `${start} ...${JSON.stringify(settings)},`)
      .replace('"status":"active"', JSON.stringify({ status }).slice(1, -1));
    await writeFile(join(this.folder, "main.ts"), text);
  }

  /** Lets a service and the state of its stack know nothing. */
  async forget(environment: keyof Project["services"]): Promise<void> {
    this.services[environment].reset();
    await rm(join(this.folder, `terraform.checkout-${environment}.tfstate`), { force: true });
  }

  /** What a job starts with on another machine: the state, which is elsewhere, and the code. */
  async moveToNewRunner(): Promise<void> {
    await rm(join(this.folder, "cdktf.out"), { recursive: true });
  }

  /** Keeps files, as long as there are any. A key that is taken stays as it is, unless it may be written again. */
  async saveCache(key: string, paths: string, { again = false } = {}): Promise<void> {
    if (this.cached.includes(key) && !again) throw new Error(`the cache has ${key} already`);
    const cache = join(this.folder, "cache", key);
    await mkdir(cache, { recursive: true });
    const { exitCode } = await this.shell("bash", `cp --recursive --parents ${paths} "$CACHE"`, { CACHE: cache });
    if (exitCode === 0) this.cached.push(key);
  }

  /** Brings back the newest that was kept by a key that begins so. */
  async restoreCache(start: string): Promise<void> {
    const key = this.cached.findLast((each) => each.startsWith(start));
    if (key !== undefined) await cp(join(this.folder, "cache", key), this.folder, { recursive: true });
  }

  async shell(
    shell: string,
    script: string,
    variables: Settings,
  ): Promise<{ exitCode: number | null; output: string }> {
    const { exitCode, output } = await run(shell, ["-e", "-c", script], {
      directory: this.folder,
      environment: {
        ...(await terraformEnvironment(this.folder)),
        PATH: pathIn(this.folder),
        TMPDIR: this.folder,
        // what the framework's own command does
        TF_CLI_ARGS_apply: "-auto-approve",
        GITHUB_API_URL: `http://127.0.0.1:${this.port}`,
        GITHUB_REPOSITORY: "example/shop",
        GITHUB_STEP_SUMMARY: join(this.folder, "summary.md"),
        CI_API_V4_URL: `http://127.0.0.1:${this.port}`,
        CI_PROJECT_ID: "5",
        CI_MERGE_REQUEST_IID: "7",
        ...variables,
      },
      patience: PATIENCE,
    });
    return { exitCode, output: stripVTControlCharacters(output) };
  }
}

function secretsOf({ services: { staging, production } }: Project): Settings {
  return { STAGING_KEY: staging.key, PRODUCTION_KEY: production.key };
}

let runs = 0;

/** Runs a job's own steps and those of the cache as GitHub does; what another action does is there already. */
async function githubJob(project: Project, name: string, context: JobContext = {}): Promise<JobResult> {
  const job = github.jobs[name];
  if (job === undefined) throw new Error(`there is no job ${name}`);
  const known: Record<string, string> = {
    "always()": "true",
    "matrix.environment": context.environment ?? "",
    "matrix.environment == 'staging'": String(context.environment === "staging"),
    "github.token": "job-token",
    "github.event.pull_request.number": "7",
    "github.event.pull_request.head.sha": HEAD,
    "github.run_id": String(++runs),
    "github.run_attempt": "1",
    "inputs.accept": context.accept ?? "",
    ...Object.fromEntries(Object.entries(secretsOf(project)).map(([key, value]) => [`secrets.${key}`, value])),
  };
  const meant = (expression: string) => {
    const value = known[expression];
    if (value === undefined) throw new Error(`nothing is known of ${expression}`);
    return value;
  };
  const filled = (settings: Settings = {}) =>
    Object.fromEntries(
      Object.entries(settings).map(([key, value]) => [
        key,
        String(value).replace(/\$\{\{ (.*?) \}\}/g, (_, expression: string) => meant(expression)),
      ]),
    );
  let output = "";
  let failed: string | undefined;
  for (const step of job.steps) {
    const isDue = failed === undefined ? step.if === undefined || meant(step.if) === "true" : step.if === "always()";
    if (step.id !== undefined) known[`steps.${step.id}.outcome`] = "skipped";
    if (!isDue) continue;
    const inputs = filled(step.with);
    if (step.uses?.startsWith("actions/cache/restore@")) await project.restoreCache(inputs["restore-keys"] ?? "");
    if (step.uses?.startsWith("actions/cache/save@")) await project.saveCache(inputs.key ?? "", inputs.path ?? "");
    const result =
      step.run === undefined
        ? { exitCode: 0, output: "" }
        : await project.shell("bash", step.run, { ...filled(job.env), ...filled(step.env) });
    output += result.output;
    if (step.id !== undefined) known[`steps.${step.id}.outcome`] = result.exitCode === 0 ? "success" : "failure";
    if (result.exitCode !== 0 && step["continue-on-error"] !== true) failed = step.name ?? step.run;
  }
  return failed === undefined ? { output } : { failed, output };
}

/** Runs a job's script as GitLab does in an image that has bash. */
async function gitlabJob(project: Project, name: string, context: JobContext = {}): Promise<JobResult> {
  const job = gitlab[name];
  if (job === undefined) throw new Error(`there is no job ${name}`);
  const ENVIRONMENT = context.environment ?? "";
  const variables = Object.entries(job.variables ?? {}).map(([key, value]) => [
    key,
    value.replace("$ENVIRONMENT", ENVIRONMENT),
  ]);
  const script = [...gitlab.default.before_script, ...job.script].join("\n");
  const { cache } = job;
  if (cache !== undefined) await project.restoreCache(cache.key);
  const { exitCode, output } = await project.shell("bash", `set -o pipefail\n${script}`, {
    ...Object.fromEntries(variables),
    ...secretsOf(project),
    ENVIRONMENT,
    REVIEW_TOKEN: "job-token",
    CI_COMMIT_SHA: HEAD,
    TERRAFORM: gitlab.variables.TERRAFORM,
    ACCEPT: context.accept ?? "",
  });
  const isSaved = cache !== undefined && cache.policy !== "pull" && (exitCode === 0 || cache.when === "always");
  if (isSaved) await project.saveCache(cache.key, cache.paths.join(" "), { again: true });
  return exitCode === 0 ? { output } : { failed: name, output };
}

function acceptOnGithub({ approvals }: Project, { risks, commit, mayPush }: Accepting): void {
  approvals.push({
    state: "APPROVED",
    commit_id: commit,
    author_association: mayPush ? "COLLABORATOR" : "NONE",
    body: ["accept my thanks", ...risks.map((risk) => `accept ${risk}`)].join("\r\n"),
  });
}

function acceptOnGitlab({ comments }: Project, { risks, commit, mayPush }: Accepting): void {
  const lines = risks.map((risk) => `accept ${commit.slice(0, 8)} ${risk}`);
  comments.push({ id: comments.length + 1, body: lines.join("\n"), author: { id: mayPush ? 1 : 2 } });
}

describe.each([
  ["GitHub Actions", githubJob, "decide", acceptOnGithub],
  ["GitLab CI", gitlabJob, "review-production", acceptOnGitlab],
] as const)("the pipeline for %s", (_, job, decision, accept) => {
  let project: Project;
  beforeAll(async () => {
    project = await Project.start();
  });
  afterAll(() => project.stop());

  const recordsOf = (environment: "staging" | "production") => project.services[environment].records.length;

  test(
    "reviews both environments, comments once on each, also where the service refuses something, which fails then",
    async () => {
      await project.declare("setup");
      for (const environment of ["staging", "production"] as const) {
        expect(await job(project, "review", { environment })).toEqual({
          output: expect.stringMatching(environment === "staging" ? /valid +experiment one_page/ : /Plan: \d to add/),
        });
        expect(await readFile(join(project.folder, "review.html"), "utf8")).toContain(`checkout-${environment}`);
      }
      for (const comment of project.comments) expect(comment.body).toContain("one_page_checkout");

      project.comments[0] = { id: 1, body: "<!-- review of *-staging -->\nof an earlier push" };
      const npx = join(project.folder, "node_modules/.bin/cdktf-experimentation");
      const command = await readFile(npx, "utf8");
      // the service's answer is for the tests of preflight
      await writeFile(npx, command.replace("\n", '\n[ "$1" != preflight ] || exit 1\n'), { mode: 0o755 });
      expect((await job(project, "review", { environment: "staging" })).failed).toBeDefined();
      await writeFile(npx, command, { mode: 0o755 });
      expect(project.comments.map(({ body }) => body.split("\n")[0])).toEqual([
        "<!-- review of *-staging -->",
        "<!-- review of *-production -->",
      ]);
      expect(project.comments[0]?.body).toContain("one_page_checkout");
    },
    PATIENCE * 1000,
  );

  test(
    "deploys what it has reviewed, one environment after the other",
    async () => {
      await project.declare("setup");
      for (const [name, records] of [
        ["deploy-staging", [1, 0]],
        ["review-production", [1, 0]],
        ["deploy-production", [1, 1]],
      ] as const) {
        expect((await job(project, name)).failed).toBeUndefined();
        expect([recordsOf("staging"), recordsOf("production")]).toEqual(records);
      }
    },
    PATIENCE * 1000,
  );

  test(
    "stops before production where a risk is open, and goes on where somebody has accepted it",
    async () => {
      await project.declare("decision_made");
      const { failed, output } = await job(project, "review-production");
      expect([failed, output]).toEqual([decision, expect.stringContaining("decision-without-launched-group: exp")]);

      const open = [...output.matchAll(/^ {2}- ([a-z-]+): exp/gm)].map(([, name = ""]) => name);
      expect((await job(project, "review-production", { accept: open.join(";") })).failed).toBeUndefined();

      const risks = open.map((name) => `${name}:experiment/one_page_checkout`);
      const former = HEAD.replace("1a2b", "ffff");
      accept(project, { risks, commit: HEAD, mayPush: false });
      accept(project, { risks, commit: former, mayPush: true });
      accept(project, { risks: risks.slice(0, -1), commit: HEAD, mayPush: true });
      expect((await job(project, "review", { environment: "production" })).failed).toBeDefined();
      accept(project, { risks: risks.slice(-1), commit: HEAD, mayPush: true });
      expect((await job(project, "review", { environment: "production" })).failed).toBeUndefined();
    },
    PATIENCE * 1000,
  );

  test(
    "knows on another runner what a deploy that failed there may have created",
    async () => {
      const { staging } = project.services;
      await project.declare("setup", { unclearCreates: "adopt" });
      await project.forget("staging");
      staging.fail({ status: 500, effect: true });
      expect((await job(project, "deploy-staging")).failed).toBeDefined();
      await project.moveToNewRunner();
      expect((await job(project, "deploy-staging")).failed).toBeUndefined();
      expect(staging.calls.map(({ status }) => status)).toEqual([500, 409, 200]);
    },
    PATIENCE * 1000,
  );
});

test("the jobs of GitHub ask for no more than they need, and keep out of each other's way", () => {
  const { synth, review, ...deploys } = github.jobs;
  expect(Object.entries(deploys).map(([name, { needs, environment }]) => [name, needs, environment])).toEqual([
    ["deploy-staging", undefined, "staging"],
    ["review-production", "deploy-staging", undefined],
    ["deploy-production", "review-production", "production"],
  ]);
  expect(review?.permissions).toEqual({ contents: "read", "pull-requests": "write" });
  expect(review?.if).toMatch(/dependabot\[bot\].*head\.repo\.full_name == github\.repository/s);
  expect(review?.concurrency?.group).toContain("matrix.environment");
  const used = Object.values(github.jobs).flatMap(({ steps }) => steps.filter(({ uses }) => uses !== undefined));
  const named = (action: string) => used.filter(({ uses }) => uses?.startsWith(action)).map((step) => step.with);
  expect(named("actions/upload-artifact").map((inputs) => inputs?.name)).toEqual([
    expect.stringMatching(/^review-\$\{\{ matrix\.environment \}\}$/),
    "review-before-deploy",
  ]);
  expect(named("hashicorp/setup-terraform").every((inputs) => String(inputs?.terraform_wrapper) === "false")).toBe(
    true,
  );
  expect(JSON.stringify(synth)).not.toContain("secrets.");
  const inProduction = (steps: unknown) => JSON.parse(JSON.stringify(steps).replaceAll("staging", "production"));
  expect(deploys["deploy-production"]?.steps).toEqual(inProduction(deploys["deploy-staging"]?.steps));
  expect(gitlab["deploy-production"]?.cache).toEqual(inProduction(gitlab["deploy-staging"]?.cache));
  // those that cdktf starts on
  expect(gitlab.default.image).toMatch(/^node:2[02]$/);
  expect(gitlab.review?.artifacts).toMatchObject({ expose_as: "review", paths: ["review.html"] });
  expect(gitlab["deploy-production"]?.needs).toEqual(["review-production"]);
});
