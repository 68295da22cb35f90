import { TerraformVariable } from "cdktf";
import { ExperimentationService, fromEnvironment } from "../../lib";
import {
  aMetricSource,
  anAssignmentSource,
  anExperiment,
  anIngestionSource,
  aPromptVersion,
  aSegment,
  aService,
  type Build,
  makingService,
  together,
} from "../support/samples";
import { aProject, type CommandResult } from "./command";

const AS_OF = ["--as-of", "2026-11-22"];

function list(stacks: Readonly<Record<string, Build>>, ...argv: string[]): Promise<CommandResult> {
  return aProject(stacks).run(["list", ...(argv.includes("--as-of") ? [] : AS_OF), ...argv]);
}

async function listed(...[stacks, ...argv]: Parameters<typeof list>) {
  return JSON.parse((await list(stacks, "--format", "json", ...argv)).stdout);
}

const at = (baseUrl: string) => aService({ baseUrl });
const here = at("https://console.example.com");
const running = (id: string, allocation: number, more: object = {}): Build =>
  anExperiment({ id, name: id, layerID: "checkout", allocation, ...more }, id);

const left = { ignoreChanges: true };
const exposed = { assignmentSourceName: "exposures", team: "Checkout" };
const stacks = {
  checkout: together(
    here,
    anAssignmentSource(),
    aMetricSource(),
    running("one_page", 25, {
      ...exposed,
      primaryMetrics: [{ name: "orders", direction: "increase" }, { name: "visits" }],
      endsOn: "2026-12-18",
    }),
    running("cart", 35.1, { ...exposed, status: "setup", endsOn: "2026-11-21" }),
    running("wallet", 100, { status: "decision_made", launchedGroupID: "green", endsOn: "2026-01-01" }),
  ),
  growth: together(here, anIngestionSource({ source_name: "visits" }), running("mail", 20, left), aSegment()),
  elsewhere: together(at("https://other.example.com"), running("one_page", 70)),
};

test("text shows the stacks, the experiments of each by team, those that are overdue first, then layers and sources", async () => {
  const { exitCode, stdout, stderr } = await list(stacks, "checkout", "growth");
  expect([exitCode, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(
    /^2 experiments run, 1 is in set-up, 1 has ended\nstacks checkout, growth · as of 22 November 2026 /,
  );
  expect(
    stdout
      .match(/^\S.*/gm)
      ?.slice(2)
      .map((line) => line.replace(/ {2,}.*/, "")),
  ).toEqual([
    "cart (checkout) should have ended on 21 November 2026, and is in set-up",
    ...["Stacks", "Whose they are", "How full the layers are", "What ends when"],
    "▶ one_page: runs for 25 % of layer checkout",
    "▶ mail: runs for 20 % of layer checkout",
    "· cart: is in set-up, for 35.1 % of layer checkout",
    "⚑ wallet: Green won",
    "Sources and others",
  ]);
  for (const fact of [
    /^ {2}hypothesis +Green sells more\.\n {2}description +The colour of the button\.\n {2}groups +control 50 %, green 50 %\n/m,
    /end +should have ended on 21 November 2026\n {2}sources +exposures\n {2}status +setup\n/,
    /primary metrics +orders \(increase\), visits\n/,
    /sources +exposures, orders, Metrics\/s3\/visits\n/,
    /one_page \(checkout\) +[·▓]+ +26 days left, 18 December 2026\n/,
    /cart \(checkout\) +·+█+ +1 day over, 21 November 2026\n/,
    /No day is declared for mail\./,
    /checkout +https:.* +1 +1 +1 +2\n/,
    /Checkout +one_page \(checkout\) +cart \(checkout\) \(overdue\)\n +without a team +mail \(growth\) +wallet \(checkout\)\n/,
    /deploys +changes ignored/,
    /launched +green/,
    /was to end on 1 January 2026/,
    /checkout .* 80\.1 % taken, 19\.9 % free\n +mail: 20 %, one_page: 25 %, cart: 35\.1 % in set-up\n/,
    /exposures +assignment source +cart, one_page +checkout +checkout\/exposures/,
    /Metrics\/s3\/visits +ingestion source +one_page +growth +/,
    /Beta testers beta_testers +segment +growth +/,
  ]) {
    expect(stdout).toMatch(fact);
  }
});

test("two environments are told apart, and what only the deploy knows is not said to be nothing", async () => {
  const environment = (url: string) =>
    together(at(url), running("cart", 70, { endsOn: "2026-11-21" }), running("mail", 60), (stack) => {
      const given = new TerraformVariable(stack, "given", { type: "string" });
      anAssignmentSource({ name: given.stringValue })(stack);
      running("ramped", given.numberValue, { layerID: "ramps" })(stack);
      running("paused", 10, { layerID: "ramps", status: given.stringValue })(stack);
    });
  const [staging, production] = ["https://a.example.com", "https://b"].map(environment);
  const { stdout } = await list({ staging, production } as Record<string, Build>);

  expect(stdout).toContain("- cart (staging) should have ended on 21 November 2026, and still runs");
  expect(stdout).toMatch(
    /checkout .*\(130 % taken, 30 % more than there is\)\n +at https:\/\/b with the API key in SERVICE_API_KEY: cart: 70 %,/,
  );
  expect(stdout).toMatch(/ at least 0 % taken\n.*: paused: known at deploy time, ramped: known at deploy time\n/);
  expect(stdout).toMatch(/\(named during the deploy\) +assignment source +known at deploy time +staging /);
});

test("JSON has all fields, what each uses and is used by, and layers over all stacks of a service", async () => {
  const { stacks: those, layers } = await listed(stacks, "checkout");
  const service = { baseUrl: "https://console.example.com", apiKeyVariable: "SERVICE_API_KEY" };
  expect(those).toMatchObject([{ name: "checkout", service }]);
  expect(those[0].entities.find(({ name }: { name: string }) => name === "one_page")).toMatchObject({
    ...{ kind: "experiment", construct: "checkout/one_page", endsOn: "2026-12-18", overdue: false, usedBy: [] },
    fields: { allocation: 25, layerID: "checkout", status: "active" },
    uses: [
      { kind: "assignment_source", name: "exposures" },
      { kind: "metric_source", name: "orders" },
      { kind: "ingestion_source", name: "Metrics/s3/visits" },
    ],
  });
  expect(layers).toEqual([
    { service, layerID: "checkout", allocated: 80.1, experiments: ["cart", "mail", "one_page"] },
  ]);
  expect((await listed(stacks)).layers).toMatchObject([
    { service },
    { service: { baseUrl: "https://other.example.com" } },
  ]);
});

test("in a stack with several services, each entity has its own", async () => {
  const two = makingService((stack) => {
    const [a, b] = ["a", "b"].map((id) => new ExperimentationService(stack, id, { apiKeyVariable: `KEY_${id}` }));
    anAssignmentSource({ service: a }, "one")(stack);
    anAssignmentSource({ service: b, name: "other" }, "other")(stack);
  });
  const [stack] = (await listed({ two })).stacks;
  expect(stack.service).toBeUndefined();
  expect(stack.entities).toMatchObject([
    { service: { apiKeyVariable: "KEY_a" } },
    { service: { apiKeyVariable: "KEY_b" } },
  ]);
});

test("what only the deploy knows is left out, with its place, and no secret is shown", async () => {
  const build: Build = (stack) => {
    const { stringValue } = new TerraformVariable(stack, "text", { type: "string" });
    anExperiment({ hypothesis: `We say: ${stringValue}`, status: stringValue as never, endsOn: "2026-01-01" })(stack);
    aPromptVersion({
      workflow_headers: [{ name: "Authorization", value: "s3cr3t" }],
      auth_workflow_headers: [{ name: "A", value: fromEnvironment("TOKEN") }],
    })(stack);
  };
  const { stdout } = await list({ checkout: build });
  expect(stdout).toContain("whether it runs is known at deploy time  ");
  const [{ entities }] = (await listed({ checkout: build })).stacks;
  const [experiment, version] = entities;
  expect([experiment.fields.hypothesis, experiment.overdue]).toEqual([undefined, false]);
  expect(experiment.deferred).toMatchObject([{ at: "/hypothesis" }, { at: "/status" }]);
  expect(version.fields.workflow_headers).toEqual([{ name: "Authorization" }]);
  expect(version.deferred).toEqual([{ at: "/auth_workflow_headers/0/value", parts: [{ environment: "TOKEN" }] }]);
});

test("CSV is a row an entity, in which no text is a formula", async () => {
  const name = '=HYPERLINK("x")';
  const { stdout } = await list({ checkout: aMetricSource({ name }) }, "--format", "csv");
  expect(stdout).toBe(
    "stack,kind,id,name,construct,file,status,team,allocation,layerID,groups,primaryMetrics,uses,usedBy,endsOn,overdue,baseUrl\r\n" +
      `checkout,metric_source,"'=HYPERLINK(""x"")","'=HYPERLINK(""x"")",checkout/orders,,,,,,,,,,,,\r\n`,
  );
});

test("teams are sorted as people do, and told by their ids where they have no names", async () => {
  const teams = [{ team: "Team 10" }, { team: "growth" }, { team: "team 9" }, {}, { team: "", teamID: "t-3" }];
  const { stdout } = await list({ checkout: together(...teams.map((team, i) => running(`cart_${i}`, 10, team))) });
  const rows = stdout.match(/^ {2}(?!id ).*? {2,}cart_\d$/gm)?.map((line) => line.trim().replace(/ {2,}.*/, ""));
  expect(rows).toEqual(["growth", "t-3", "team 9", "Team 10", "without a team"]);
});

test("an experiment of a layer without an allocation takes an unknown part, also after its assignment has stopped", async () => {
  const unknown = together(
    running("mail", 20, { status: "assignment_stopped" }),
    running("cart", 0, { allocation: undefined, assignmentSourceName: "undeclared" }),
    running("over", 30, { status: "abandoned" }),
  );
  const { stdout } = await list({ checkout: unknown });
  expect(stdout).toContain("cart: unknown, mail: 20 %\n");
  expect(stdout).toMatch(/cart: runs for an unknown share of layer checkout\n[\s\S]*sources +undeclared\n/);
});

test("--overdue shows what is overdue alone, with exit code 1, or 0 where nothing is, on the last day too", async () => {
  const overdue = await list(stacks, "--overdue", "--format", "json");
  expect([overdue.exitCode, JSON.parse(overdue.stdout).stacks]).toMatchObject([
    1,
    [{ entities: [{ name: "cart" }] }, { entities: [] }, { entities: [] }],
  ]);
  expect(overdue.stderr).toContain("error: 1 experiment is overdue");
  const { exitCode, stdout } = await list(stacks, "--overdue", "--as-of", "2026-11-21");
  expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/^Nothing is overdue in 3 stacks\n/)]);
});

test("--as-of takes days of the calendar alone; without it, the day is today's in UTC", async () => {
  const { exitCode, stderr } = await list(stacks, "--as-of", "2026-02-30");
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('error: --as-of "2026-02-30" is not a date\n')]);
  const project = aProject(running("cart", 10, { endsOn: "2027-02-27" }));
  jest.useFakeTimers({ doNotFake: ["nextTick"], now: new Date("2027-03-01T00:30:00+02:00") });
  const { stdout } = await project.run(["list", "--format", "json"]).finally(() => jest.useRealTimers());
  expect(JSON.parse(stdout).asOf).toBe("2027-02-28");
});
