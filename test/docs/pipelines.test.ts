import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { parse } from "yaml";
import { JOURNAL_FOLDER } from "../../lib/protocol/journal-entry";
import { aProject, type Project } from "../cli/command";
import { listen } from "../support/network";
import { run } from "../support/process";
import { anExperiment, aService, together } from "../support/samples";
import { terraform } from "../support/terraform";
import { addPlatform, CLI, pathIn, writeScript } from "./example-runs";
import { ROOT } from "./pages";

type Settings = Readonly<Record<string, string>>;

type Step = Readonly<Partial<Record<"name" | "id" | "if" | "run" | "uses", string>>>;
type Jobs<Job> = Readonly<Record<string, Job>>;

const textOf = (name: string) => readFileSync(join(ROOT, "docs/pipelines", name), "utf8");
const { jobs: github } = parse(textOf("github-actions.yml")) as { jobs: Jobs<{ readonly steps: readonly Step[] }> };
const gitlab = parse(textOf("gitlab-ci.yml")) as Jobs<{ readonly script: readonly string[] }>;

const ENVIRONMENTS = ["staging", "production"] as const;
const RISK = "decision-without-launched-group:experiment/checkout_button";
/** The commit that a review is of. */
const HEAD = "1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d";

/** The shell of a job: in GitHub, that of its steps, each on its own, without one that may fail. */
function scriptOf(platform: string, name: string): string {
  if (platform === "GitLab CI") return `set -o pipefail\n${gitlab[name]?.script.join("\n")}`;
  const steps = github[name]?.steps.filter((step) => step.id !== "preflight") ?? [];
  return steps.flatMap((step) => (step.run === undefined ? [] : `(\n${step.run}\n)`)).join("\n");
}

/** What the platform keeps of a pull request. */
let comments: { id: number; body: string; author?: object }[];
let approvals: object[];
let project: Project;
let port: number;
const server = createServer(async (request, response) => {
  const { authorization, "private-token": token = authorization } = request.headers;
  if (!String(token).endsWith("job-token")) return response.writeHead(401).end();
  const path = request.url ?? "";
  if (path.includes("/reviews?")) return response.end(JSON.stringify(approvals));
  // 1 may push, 2 may not
  if (path.includes("/members/all/")) return response.end(`{"access_level": ${path.endsWith("/1") ? 30 : 10}}`);
  if (request.method === "GET") return response.end(JSON.stringify(comments));
  const { body } = JSON.parse((await request.toArray()).join("")) as { readonly body: string };
  const known = comments.find(({ id }) => path.endsWith(`/${id}`));
  if (known === undefined) comments.push({ id: comments.length + 1, body });
  else known.body = body;
  return response.end("{}");
});

beforeAll(async () => {
  port = await listen(server);
  const service = aService({ resourceType: "terraform_data" });
  const risky = anExperiment({ status: "decision_made" });
  project = aProject({
    "checkout-staging": together(service, anExperiment({ status: "setup" })),
    "checkout-production": together(service, risky),
  });
  const { directory } = project;
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
    '[ "$1" != --no-install ] || shift',
    '[ "$1" != cdktf ] || exit 0',
    '[ "$2" != preflight ] || [ "$PREFLIGHT" != failure ] || exit 1',
    `shift; exec ${JSON.stringify(process.execPath)} ${JSON.stringify(CLI)} "$@"`,
  ]);
});
beforeEach(() => {
  comments = [];
  approvals = [];
});
afterAll(() => server.close());

describe.each(["GitHub Actions", "GitLab CI"])("the pipeline for %s", (platform) => {
  /** Runs a job, with what the platform sets; returns how it ended, and what it said. */
  async function runs(job: string, environment: (typeof ENVIRONMENTS)[number], variables: Settings = {}) {
    const address = `http://127.0.0.1:${port}`;
    return run("bash", ["-e", "-c", scriptOf(platform, job)], {
      directory: project.directory,
      environment: {
        ...{ PATH: pathIn(project.directory), HOME: project.directory, STACKS: `*-${environment}`, ACCEPT: "" },
        ...{ GITHUB_API_URL: address, GITHUB_REPOSITORY: "example/shop", PULL_REQUEST: "7", TOKEN: "job-token" },
        ...{ GITHUB_STEP_SUMMARY: join(project.directory, "summary.md"), COMMIT: HEAD, PREFLIGHT: "success" },
        ...{ CI_API_V4_URL: address, CI_PROJECT_ID: "5", CI_MERGE_REQUEST_IID: "7", REVIEW_TOKEN: "job-token" },
        ...{ CI_COMMIT_SHA: HEAD, ENVIRONMENT: environment, ...variables },
      },
    });
  }

  /** Somebody accepts a risk of a commit at the pull request. */
  function accept(risk: string, commit: string, mayPush: boolean, words = "accept"): void {
    const association = mayPush ? "COLLABORATOR" : "NONE";
    const body = `accept my thanks\r\n${words} ${risk}`;
    approvals.push({ state: "APPROVED", commit_id: commit, author_association: association, body });
    const author = { id: mayPush ? 1 : 2 };
    comments.push({ id: comments.length + 1, body: `${words} ${commit.slice(0, 8)} ${risk}`, author });
  }

  test("comments once on each environment, also where preflight is refused, which fails at the end", async () => {
    expect(await runs("review", "staging")).toMatchObject({ exitCode: 0 });
    expect(readFileSync(join(project.directory, "review.html"), "utf8")).toContain("checkout-staging");
    // the risk
    expect(await runs("review", "production")).toMatchObject({ exitCode: 1 });
    const [first] = comments;
    if (first !== undefined) first.body = "<!-- review of *-staging -->\nof an earlier push";
    expect(await runs("review", "staging", { PREFLIGHT: "failure" })).toMatchObject({ exitCode: 1 });

    expect(comments.map(({ body }) => body.split("\n")[0])).toEqual(
      ENVIRONMENTS.map((environment) => `<!-- review of *-${environment} -->`),
    );
    for (const { body } of comments) expect(body).toContain("checkout_button");
    // where a risk is open alone
    expect(comments.map(({ body }) => body.includes("To accept a risk here"))).toEqual([false, true]);
  });

  test("takes a risk for accepted that somebody who may push has accepted for this commit", async () => {
    accept(RISK, HEAD, false);
    accept(RISK, HEAD.replace("1a2b", "ffff"), true);
    accept("running-groups", HEAD, true);
    expect(await runs("review", "production")).toMatchObject({
      exitCode: 1,
      output: expect.stringContaining("decision-without-launched-group: exp"),
    });
    for (const [words, risk] of [
      ["accept", RISK],
      ["--accept", `'${RISK}'`],
    ] as const) {
      comments = [];
      approvals = [];
      // of the other environment
      accept("ramp:experiment/elsewhere", HEAD, true);
      accept(risk, HEAD, true, words);
      expect(await runs("review", "production")).toMatchObject({ exitCode: 0 });
    }
  });

  test("stops before production where a risk is open, and goes on where it is named by hand", async () => {
    expect(await runs("review-production", "production")).toMatchObject({ exitCode: 1 });
    const ACCEPT = `running-groups;${RISK}`;
    expect(await runs("review-production", "production", { ACCEPT })).toMatchObject({ exitCode: 0 });
  });
});

test("a request's own code gets no key but staging's for preflight, and no more rights than to comment", () => {
  expect(github.review).toMatchObject({
    permissions: { contents: "read", "pull-requests": "write" },
    if: expect.stringMatching(/dependabot\[bot\].*head\.repo\.full_name == github\.repository/s),
    steps: expect.arrayContaining([
      expect.objectContaining({ id: "preflight", if: "matrix.environment == 'staging'" }),
    ]),
  });
  expect(JSON.stringify(github.review).match(/secrets\.\w+/g)).toEqual(["secrets.STAGING_KEY"]);
  expect(JSON.stringify([github.synth, github["review-production"]])).not.toContain("secrets.");
});

test.each(ENVIRONMENTS)(
  "deploys of %s follow one after the other, and keep their journal also after a failure",
  (name) => {
    const path = `cdktf.out/stacks/*/${JOURNAL_FOLDER}`;
    const using = (action: string, more: object) =>
      expect.objectContaining({ uses: expect.stringContaining(`actions/cache/${action}@`), ...more });
    expect(github[`deploy-${name}`]).toMatchObject({
      environment: name,
      concurrency: { group: `deploy-${name}`, "cancel-in-progress": false },
      steps: expect.arrayContaining([
        using("restore", { with: expect.objectContaining({ path, "restore-keys": `journal-${name}-` }) }),
        using("save", { if: "always()", with: expect.objectContaining({ path }) }),
      ]),
    });
    expect(gitlab[`deploy-${name}`]).toMatchObject({
      environment: name,
      resource_group: name,
      cache: { key: `journal-${name}`, paths: [path], when: "always" },
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
