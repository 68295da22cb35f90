import type { SynthesisedStack } from "../../lib/cli/stacks";
import { acceptanceSets, openRisks } from "../../lib/review/acceptance";
import type { Change } from "../../lib/review/model";
import { anUpdate, aReview, aRisk } from "../review/samples";
import { gitHubOfFile, type PullRequest, TOKEN, user } from "./github-stand-in";
import { approvalsOf, eventOf, gitHubVariables, jobIn } from "./job-steps";

const github = gitHubOfFile();

const named = (name: string): Change => anUpdate({ name, risks: [aRisk()] });
const review = aReview([named("one"), named("two")]);

function jobOf(event: object = eventOf(), token = TOKEN) {
  return jobIn(gitHubVariables(github.address, token, event));
}

const approvals = (of = review, job = jobOf()) => approvalsOf(job, of);

/** The id of her account. */
const { id: ANN } = user("ann");

const one = "accept ramp:experiment/one";

test("whoever may write accepts by the text of an approval, also as a private member, and also as the 130th", async () => {
  github.pull.reviews = [
    ...Array.from({ length: 128 }, (_, index) => ({ login: `reader${index}`, body: "fine" })),
    { login: "reader", body: one },
    { login: "ann", body: `Thanks.\r\n- \`${one}\`.\r\n` },
    { login: "root", body: "accept ramp:experiment/two" },
  ];
  expect(await approvals()).toEqual({
    said: [
      `approvals: @reader: ${one}: does not count: @reader may not write to the repository`,
      expect.stringMatching(/^approvals: @ann: accept ramp:experiment\/one.*: counts$/),
      "approvals: @root: accept ramp:experiment/two: counts",
    ],
    accepted: [
      ["@ann", "experiment/one"],
      ["@root", "experiment/two"],
    ],
  });
  expect(github.calls.filter(({ path }) => path.endsWith("/reviews")).map(({ query }) => query.get("page"))).toEqual([
    "1",
    "2",
  ]);
});

test.each<[string, Partial<PullRequest["reviews"][number]>, string]>([
  ["a comment", { state: "COMMENTED" }, "it is no approval"],
  ["a refusal", { state: "CHANGES_REQUESTED" }, "it is no approval"],
  ["a dismissed approval", { state: "DISMISSED" }, "the approval was dismissed"],
  ["an approval of an older commit", { commit: "ffff2b3c4d" }, "it is about ffff2b3c, and this is 1a2b3c4d"],
  ["a program's approval", { type: "Bot" }, "a program wrote it"],
  ["an approval of an account that is gone", { login: null }, "its account is gone"],
  // whoever may write can put words into another's mouth
  ["an approval that somebody else edited", { editor: "root" }, "somebody else edited the approval"],
  ["one of which nobody knows", { editor: null }, "GitHub does not say whether somebody edited it"],
])("%s does not count, and the log says so", async (_, more, reason) => {
  github.pull.reviews = [{ login: "ann", body: one, ...more }];
  const login = more.login === null ? "ghost" : "ann";
  expect(await approvals()).toEqual({
    said: [`approvals: @${login}: ${one}: does not count: ${reason}`],
    accepted: [],
  });
});

test("an approval that is not sent yet is not read", async () => {
  github.pull.reviews = [{ login: "ann", body: one, state: "PENDING" }];
  expect((await approvals()).said).toEqual(["approvals: none of GitHub #7 accepts a risk"]);
});

test("people may edit their own approval", async () => {
  github.pull.reviews = [{ login: "ann", body: one, editor: "ann" }];
  expect((await approvals()).accepted).toEqual([["@ann", "experiment/one"]]);
});

test("an approval that was withdrawn does not count, and one that was given again does", async () => {
  const approval = { login: "ann", body: one };
  github.pull.reviews = [approval, { login: "ann", body: "no", state: "CHANGES_REQUESTED" }];
  expect((await approvals()).said).toEqual([`approvals: @ann: ${one}: does not count: the approval was withdrawn`]);
  github.pull.reviews.push({ login: "ann", body: "hm", state: "COMMENTED" }, approval);
  expect((await approvals()).accepted).toEqual([["@ann", "experiment/one"]]);
});

test.each<[string, object]>([
  ["opened it", { author: "dev" }],
  ["authored a commit", { author: "Ann", committer: "web-flow" }],
  ["committed one", { author: "dev", committer: "ann" }],
  ["is named by the address of a commit alone", { author: null, email: "12345+ann@users.noreply.github.com" }],
  ["is named by the name of a commit alone", { author: null, name: "Ann" }],
  ["is a co-author", { message: "change\n\nCo-authored-by: A <1+ann@users.noreply.github.com>" }],
  ["is a co-author without an address", { message: "change\r\n\r\nCo-Authored-By: ann" }],
  ["is a co-author under a former name", { message: `Co-authored-by: A <${ANN}+a@users.noreply.github.com>` }],
])("somebody who %s does not accept it", async (_, commit) => {
  github.pull.commits = [{ author: "dev", ...commit }];
  github.pull.reviews = [{ login: "ann", body: one }];
  const job = jobOf(eventOf({ user: { login: _ === "opened it" ? "ann" : "opener" } }));
  expect(await approvals(review, job)).toEqual({
    said: [`approvals: @ann: ${one}: does not count: @ann has written a part of #7`],
    accepted: [],
  });
});

test.each<[string, number, number, object, string]>([
  ["GitHub does not name all commits", 300, 300, {}, "#7 has more than 250 commits"],
  ["other commits were pushed in the place of the job's", 3, 3, { sha: "ffff" }, "other commits by now than 1a2b3c4d"],
  ["the request goes into a branch that has some of its commits", 3, 2, {}, "#7 goes into another branch"],
])("where %s, nobody can tell who may accept", async (_, commits, now, commit, problem) => {
  github.pull.commits = Array.from({ length: now }, () => ({ author: "dev", ...commit }));
  github.pull.reviews = [{ login: "ann", body: one }];
  await expect(approvals(review, jobOf(eventOf({ commits })))).rejects.toThrow(problem);
});

test("of 250 commits, GitHub names all", async () => {
  github.pull.commits = Array.from({ length: 250 }, () => ({ author: "dev" }));
  github.pull.reviews = [{ login: "ann", body: one }];
  expect((await approvals(review, jobOf(eventOf({ commits: 250 })))).accepted).toHaveLength(1);
});

test("what cannot be read, accepts too much, or is about nothing, is named with what to write", async () => {
  const lines = [
    "accept",
    "accept ramp",
    "accept ramp:experiment/none",
    "accept running-groups:experiment/one",
    `accept ffffffff ${one.slice(7)}`,
  ];
  github.pull.reviews = [{ login: "ann", body: lines.join("\n") }];
  const { said, accepted } = await approvals();
  expect(accepted).toEqual([]);
  expect(said).toEqual([
    expect.stringContaining("cannot be read; write it as accept ramp:experiment/"),
    expect.stringContaining("would accept more than anybody has seen; write it as accept ramp:experiment/"),
    expect.stringContaining("no such entity is among the changes"),
    expect.stringContaining("running-groups is not open there"),
    expect.stringContaining("it is about ffffffff, and this is 1a2b3c4d"),
  ]);
  // nobody's permission is asked for it
  expect(github.calls.map(({ path }) => path)).toEqual(["/repos/example/shop/pulls/7/reviews", "/graphql"]);
});

test("a set counts for exactly what is open, and no other", async () => {
  const many = aReview(["a", "b", "c", "d"].map(named));
  const [{ words = "" } = {}] = acceptanceSets(openRisks(many));
  const later = aReview(["a", "b", "c", "d", "e"].map(named));
  github.pull.reviews = [{ login: "ann", body: `accept ${words}` }];
  expect((await approvals(many)).accepted).toEqual([["@ann", words]]);
  expect(await approvals(later)).toEqual({
    said: [`approvals: @ann: accept ${words}: does not count: the set of open risks is another one`],
    accepted: [],
  });
});

test("what is about another environment's stack is passed over, and what is about none is named", async () => {
  const request = { kind: "experiment", identity: ["name"], fields: { name: "three" } };
  const production = { name: "shop-production", requests: [request] } as unknown as SynthesisedStack;
  const lines = [
    "accept ramp:experiment/three",
    "accept ramp:shop-production/experiment/three",
    "accept ramp:experiment/four",
  ];
  github.pull.reviews = [{ login: "ann", body: lines.join("\n") }];
  expect(await approvalsOf(jobOf(), review, [production])).toEqual({
    said: [
      expect.stringContaining("accept ramp:experiment/three: passed over"),
      expect.stringContaining("accept ramp:shop-production/experiment/three: passed over"),
      expect.stringContaining("accept ramp:experiment/four: does not count: no such entity"),
    ],
    accepted: [],
  });
});

test("that nobody may ask for a permission is no answer: the permission that the token lacks is named", async () => {
  github.pull.reviews = [{ login: "ann", body: one }];
  github.pull.refused = ["GET /repos/example/shop/collaborators"];
  await expect(approvals()).rejects.toMatchObject({
    message: expect.stringMatching(/^asking what @ann may do: .* refuses it: 403, Resource not accessible/),
    next: expect.stringContaining("metadata: read"),
  });
});

test("on a push, and where nothing is open, no approval is read", async () => {
  expect((await approvals(review, jobOf({ ref: "refs/heads/main" }))).said).toEqual([
    expect.stringMatching(/about no pull or merge request; accept by --accept/),
  ]);
  expect((await approvals(aReview([]))).said).toEqual(["approvals: not read, as no risk needs a decision"]);
  await expect(approvals(review, jobOf(undefined, ""))).rejects.toThrow("GITHUB_TOKEN is not set");
  expect(github.calls).toEqual([]);
});
