import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { JOURNAL_FOLDER } from "../../lib/protocol/journal-entry";
import { aProject, type Project } from "../cli/command";
import { TOKEN as GITHUB_TOKEN, type GitHubStandIn, HEAD, startGitHub } from "../platforms/github-stand-in";
import { TOKEN as GITLAB_TOKEN, startGitLab } from "../platforms/gitlab-stand-in";
import { run } from "../support/process";
import { anExperiment, aService, together } from "../support/samples";
import { terraform } from "../support/terraform";
import { addPlatform, CLI, pathIn, writeScript } from "./example-runs";
import { ROOT } from "./pages";

/** An expression of GitHub's. */
const expression = (text: string) => `\${{ ${text} }}`;

type Settings = Readonly<Record<string, string>>;

/** A step of a job. */
type Step = Readonly<Partial<Record<"if" | "run" | "uses", string>>> & {
  readonly env?: Settings;
  readonly with?: Settings;
};

interface Job {
  readonly env?: Settings;
  readonly variables?: Settings;
  readonly steps?: readonly Step[];
  readonly script?: readonly string[];
}

const FILES = { "GitHub Actions": "github-actions.yml", "GitLab CI": "gitlab-ci.yml" } as const;
type Name = keyof typeof FILES;
const textOf = (name: Name) => readFileSync(join(ROOT, "docs/pipelines", FILES[name]), "utf8");
const { jobs: github } = parse(textOf("GitHub Actions")) as { readonly jobs: Readonly<Record<string, Job>> };
const gitlab = parse(textOf("GitLab CI")) as Readonly<Record<string, Job>>;
const names = ["GitHub Actions", "GitLab CI"] as const;

/** The steps of a job, and whether each also runs after one that failed. */
function stepsOf(platform: Name, job: string): (Step & { readonly run: string })[] {
  const { steps = [], script = [] } = (platform === "GitLab CI" ? gitlab : github)[job] ?? {};
  return [...steps, ...script.map((run): Step => ({ run }))].filter(
    (step): step is Step & { readonly run: string } => step.run !== undefined,
  );
}

const ENVIRONMENTS = ["staging", "production"] as const;
const RISK = "decision-without-launched-group:experiment/checkout_button";

let project: Project;
let hub: GitHubStandIn;
let lab: Awaited<ReturnType<typeof startGitLab>>;

beforeAll(async () => {
  [hub, lab] = [await startGitHub(), await startGitLab()];
  const service = aService({ resourceType: "terraform_data" });
  project = aProject({
    "checkout-staging": together(service, anExperiment({ status: "setup" })),
    "checkout-production": together(service, anExperiment({ status: "decision_made" })),
  });
  const { directory } = project;
  writeFileSync(join(directory, "cdktf.json"), JSON.stringify({ projectId: "shop" }));
  const event = { pull_request: { number: 7, head: { sha: HEAD }, user: { login: "opener" }, commits: 1 } };
  writeFileSync(join(directory, "event.json"), JSON.stringify(event));
  for (const environment of ENVIRONMENTS) {
    const folder = join(directory, "cdktf.out/stacks", `checkout-${environment}`);
    await terraform(folder, ["init"]);
    await terraform(folder, ["plan", "-out=plan"]);
    await writeFile(join(folder, "plan.json"), await terraform(folder, ["show", "-json", "plan"]));
  }
  await addPlatform(directory);
  // Terraform takes longer to show a plan than the review of it
  await writeScript(join(directory, "platform/terraform"), ["exec cat plan.json"]);
  // what was synthesised and planned stays; what a service answers is for the tests of preflight
  await writeScript(join(directory, "platform/npx"), [
    '[ "$1" = --no-install ] || exit 9',
    'shift; echo "$*" >> calls.txt',
    '[ "$1" = cdktf-experimentation ] || exit 0',
    '[ "$2" != preflight ] || exit "$PREFLIGHT"',
    '[ "$2" != check ] || exit 0',
    `shift; exec ${JSON.stringify(process.execPath)} ${JSON.stringify(CLI)} "$@"`,
  ]);
});
beforeEach(() => {
  Object.assign(hub.pull, { comments: [], reviews: [], refused: [] });
  Object.assign(lab.merge, { notes: [], refused: [] });
});
afterAll(() => {
  hub.close();
  lab.close();
});

/** Runs a job's commands in their order, as its platform does; returns which failed, and what was said. */
async function runs(platform: Name, job: string, environment: (typeof ENVIRONMENTS)[number], more: Settings = {}) {
  const { directory } = project;
  writeFileSync(join(directory, "calls.txt"), "");
  const common = { PATH: pathIn(directory), HOME: directory, CDK: "cdktf", PREFLIGHT: "0", ACCEPT: "", ...more };
  const own =
    platform === "GitHub Actions"
      ? {
          ...{
            GITHUB_ACTIONS: "true",
            GITHUB_EVENT_PATH: join(directory, "event.json"),
            GITHUB_REPOSITORY: "example/shop",
          },
          ...{ GITHUB_API_URL: hub.address, GITHUB_STEP_SUMMARY: join(directory, "summary.md") },
        }
      : {
          ...{ GITLAB_CI: "true", CI_API_V4_URL: lab.address, CI_PROJECT_ID: "5", CI_MERGE_REQUEST_IID: "7" },
          ...{ CI_COMMIT_SHA: HEAD, REVIEW_TOKEN: GITLAB_TOKEN, TERRAFORM: "1.11.4" },
        };
  const failed: string[] = [];
  let said = "";
  for (const step of stepsOf(platform, job)) {
    if (failed.length > 0 && !/always|!cancelled/.test(step.if ?? "")) continue;
    if (step.if?.includes("matrix.environment == 'staging'") && environment !== "staging") continue;
    const token = step.env?.GITHUB_TOKEN === expression("github.token") ? { GITHUB_TOKEN } : {};
    const { exitCode, output } = await run("bash", ["-e", "-c", step.run], {
      directory,
      environment: { ...common, ...own, ...token, STACKS: `*-${environment}` },
    });
    said += output;
    if (exitCode !== 0) failed.push(step.run);
  }
  const calls = readFileSync(join(directory, "calls.txt"), "utf8").trim().split("\n");
  return { failed, said, calls };
}

const commentsOf = (platform: Name) =>
  platform === "GitHub Actions" ? hub.pull.comments.map(({ body }) => body) : lab.merge.notes.map(({ body }) => body);

describe.each(names)("the pipeline for %s", (platform) => {
  test("checks the files first, then synthesises", async () => {
    const { failed, calls } = await runs(platform, "check", "staging");
    expect(failed).toEqual([]);
    expect(calls).toEqual([expect.stringMatching(/^cdktf-experimentation check( --format github)?$/), "cdktf synth"]);
  });

  test("plans each stack of an environment, and comments once on each", async () => {
    const { calls, failed } = await runs(platform, "review", "production");
    expect(calls.slice(0, 3)).toEqual([
      "cdktf synth",
      "cdktf diff checkout-production --skip-synth",
      expect.stringMatching(/^cdktf-experimentation review \*-production --strict --comment --approvals /),
    ]);
    // the risk
    expect(failed).toEqual([expect.stringContaining("--strict")]);
    expect((await runs(platform, "review", "staging")).failed).toEqual([]);
    await runs(platform, "review", "production");

    expect(commentsOf(platform).map((body) => body.split("\n")[0])).toEqual(
      ["production", "staging"].map((environment) => `<!-- cdktf-experimentation review: shop, *-${environment} -->`),
    );
    for (const body of commentsOf(platform)) expect(body).toContain("checkout_button");
    expect(readFileSync(join(project.directory, "review.html"), "utf8")).toContain("checkout-production");
  });

  test("takes a risk for accepted that somebody who may write has accepted for this commit", async () => {
    const accept = (login: string) => {
      hub.pull.reviews.push({ login, body: `accept my thanks\r\n\`accept ${RISK}\`` });
      lab.merge.notes.push({ id: lab.merge.notes.length + 100, login, body: `accept 1a2b3c4d ${RISK}` });
    };
    accept("reader");
    const refused = await runs(platform, "review", "production");
    expect(refused.failed).toHaveLength(1);
    expect(refused.said).toContain("does not count: @reader may not write to the repository");
    accept("ann");
    expect((await runs(platform, "review", "production")).failed).toEqual([]);
    expect(commentsOf(platform).join("\n")).toContain("@ann");
  });

  test("writes the review also where nobody may ask who may accept, and says which permission is missing", async () => {
    hub.pull.reviews.push({ login: "ann", body: `accept ${RISK}` });
    lab.merge.notes.push({ id: 100, login: "ann", body: `accept 1a2b3c4d ${RISK}` });
    hub.pull.refused = ["GET /repos/example/shop/collaborators"];
    lab.merge.refused = ["GET /projects/5/members"];
    rmSync(join(project.directory, "review.html"));
    const { failed, said } = await runs(platform, "review", "production");
    expect(failed).toHaveLength(1);
    expect(said).toMatch(/error: asking what @ann may do: .*403/);
    expect(said).toMatch(
      /next: give the job's token the permission (metadata: read|of the scope api and the role Reporter)/,
    );
    expect(readFileSync(join(project.directory, "review.html"), "utf8")).toContain("checkout-production");
    for (const token of [GITHUB_TOKEN, GITLAB_TOKEN]) expect(said).not.toContain(token);
  });

  test("is red where the service refuses, after the review", async () => {
    const job = platform === "GitHub Actions" ? "review" : "preflight";
    const { failed } = await runs(platform, job, "staging", { PREFLIGHT: "1" });
    expect(failed).toEqual([expect.stringContaining("cdktf-experimentation preflight")]);
  });

  test("stops before production where a risk is open, and goes on where it is named by hand", async () => {
    expect((await runs(platform, "review-production", "production")).failed).toEqual([
      expect.stringContaining("--strict"),
    ]);
    const ACCEPT = `running-groups; ${RISK}`;
    expect((await runs(platform, "review-production", "production", { ACCEPT })).failed).toEqual([]);
  });

  test.each(ENVIRONMENTS)("deploys the stacks of %s", async (environment) => {
    const { calls, failed } = await runs(platform, `deploy-${environment}`, environment);
    expect([failed, calls]).toEqual([[], [`cdktf deploy *-${environment} --auto-approve`]]);
  });

  test("is short, names the tool in one place, and leaves no decision to the shell", () => {
    const text = textOf(platform);
    expect(text.split("\n").length - 1).toBeLessThanOrEqual(100);
    const lines = text.split("\n").filter((line) => !line.trim().startsWith("#"));
    expect(lines.filter((line) => /\bcdktf\b(?!-|\.)/.test(line))).toEqual(["  CDK: cdktf"]);
    // the tool plans one stack at a time
    const loop =
      /^for folder in cdktf\.out\/stacks\/\S+; do npx --no-install "\$CDK" diff "\$\{folder##\*\/\}" --skip-synth; done$/;
    const jobs = Object.keys(platform === "GitHub Actions" ? github : gitlab);
    const commands = jobs
      .flatMap((job) => stepsOf(platform, job).map(({ run }) => run))
      .filter((run) => !loop.test(run));
    expect(commands.length).toBeGreaterThanOrEqual(10);
    for (const each of commands) {
      expect(each).toMatch(/^(npx --no-install ("\$CDK"|cdktf-experimentation) |npm ci$|cat review\.md >> )/);
      expect(each).not.toMatch(/[|;&`\n]|\$\(/);
    }
  });
});

test("a request's own code gets no key but staging's for preflight, and no more rights than to comment", () => {
  expect(github.review).toMatchObject({
    needs: "check",
    permissions: { contents: "read", "pull-requests": "write" },
    if: expect.stringMatching(/head\.repo\.full_name == github\.repository .*dependabot\[bot\]/),
  });
  expect(JSON.stringify(github.review).match(/secrets\.\w+/g)).toEqual(["secrets.STAGING_KEY"]);
  expect(JSON.stringify([github.check, github["review-production"]])).not.toContain("secrets.");
});

test("comments, caches and queues are those of a project and its stacks", () => {
  const named = { github: textOf("GitHub Actions"), gitlab: textOf("GitLab CI") };
  for (const group of named.github.match(/group: .*|JOURNAL: .*/g) ?? []) expect(group).toContain("github.workflow");
  for (const key of named.gitlab.match(/resource_group: .*|key: .*/g) ?? []) expect(key).toContain("$PROJECT-");
  expect(github.review).toMatchObject({ concurrency: { "cancel-in-progress": true } });
});

test.each(ENVIRONMENTS)(
  "deploys of %s follow one after the other, and keep their journal also after a failure",
  (name) => {
    const path = `cdktf.out/stacks/*/${JOURNAL_FOLDER}`;
    const key = `${expression("env.JOURNAL")}${expression("env.RUN")}`;
    const using = (action: string, more: object) =>
      expect.objectContaining({ uses: expect.stringContaining(`actions/cache/${action}@`), ...more });
    expect(github[`deploy-${name}`]).toMatchObject({
      environment: name,
      concurrency: { group: `deploy-\${{ github.workflow }}-${name}`, "cancel-in-progress": false },
      env: { JOURNAL: `journal-\${{ github.workflow }}-${name}-` },
      steps: expect.arrayContaining([
        using("restore", { with: { path, key, "restore-keys": expression("env.JOURNAL") } }),
        using("save", { if: "always()", with: { path, key } }),
      ]),
    });
    expect(gitlab[`deploy-${name}`]).toMatchObject({
      environment: name,
      resource_group: `$PROJECT-${name}`,
      cache: { key: `journal-$PROJECT-${name}`, paths: [path], when: "always" },
    });
  },
);

test("production is deployed after its review, which is after the deploy of staging", () => {
  expect(github).toMatchObject({
    "review-production": { needs: "deploy-staging" },
    "deploy-production": { needs: "review-production" },
  });
  expect(gitlab).toMatchObject({
    stages: ["review", "staging", "approval", "production"],
    "deploy-production": { needs: ["review-production"], rules: [expect.objectContaining({ when: "manual" })] },
  });
});
