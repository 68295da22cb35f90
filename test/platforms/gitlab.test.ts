import { presentJob } from "../../lib/platforms/job";
import { toMarkdown } from "../../lib/report/markdown";
import { reviewReport } from "../../lib/review/cards";
import { anUpdate, aReview, aRisk } from "../review/samples";
import { emptyMerge, HEAD, startGitLab, TOKEN, user } from "./gitlab-stand-in";
import { approvalsOf, commentBy, jobIn } from "./job-steps";

let gitlab: Awaited<ReturnType<typeof startGitLab>>;
beforeAll(async () => {
  gitlab = await startGitLab();
});
beforeEach(() => {
  Object.assign(gitlab.merge, emptyMerge());
  gitlab.calls.length = 0;
});
afterEach(() => expect(gitlab.problems).toEqual([]));
afterAll(() => gitlab.close());

const review = aReview([anUpdate({ name: "one", risks: [aRisk()] })]);

function jobOf(more: object = {}) {
  return jobIn({
    ...{ GITLAB_CI: "true", CI_API_V4_URL: gitlab.address, CI_PROJECT_ID: "5", CI_MERGE_REQUEST_IID: "7" },
    // of merged results: nobody has seen it
    ...{ CI_COMMIT_SHA: "ffffffffffffffff", CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: HEAD, REVIEW_TOKEN: TOKEN, ...more },
  });
}

const approvals = (job = jobOf()) => approvalsOf(job, review);
const commenting = (text: string) => commentBy(jobOf(), () => text);

const words = "accept 1a2b3c4d ramp:experiment/one";
let count = 100;
const noteOf = (login: string | null, body = words, more: object = {}) => ({ id: ++count, login, body, ...more });

test("whoever may push accepts by a comment with the commit, also by the 130th", async () => {
  gitlab.merge.notes = [
    ...Array.from({ length: 129 }, () => noteOf("reporter", "fine")),
    noteOf("reporter"),
    noteOf("stranger"),
    noteOf("ann", "`accept 1a2b3c4d ` `ramp:experiment/one`"),
  ];
  expect(await approvals()).toEqual({
    said: [
      `approvals: @reporter: ${words}: does not count: @reporter may not write to the repository`,
      `approvals: @stranger: ${words}: does not count: @stranger may not write to the repository`,
      expect.stringMatching(/^approvals: @ann: .*: counts$/),
    ],
    accepted: [["@ann", "experiment/one"]],
  });
});

test.each<[string, object, RegExp]>([
  ["an edited comment", { isEdited: true }, /edited after it was written$/],
  ["one without a commit", { body: "accept ramp:experiment/one" }, /names no commit; write it as accept 1a2b3c4d /],
  [
    "one of another commit",
    { body: "accept ffffffff ramp:experiment/one" },
    /is about ffffffff, and this is 1a2b3c4d$/,
  ],
  ["one of who opened it", { login: "opener" }, /@opener has written a part of !7$/],
  ["one of an access token", { login: "project_5_bot" }, /a program wrote it$/],
  ["one of a service account", { login: "service_account_ci" }, /a program wrote it$/],
  ["one of an account that is gone", { login: null }, /its account is gone$/],
])("%s does not count, and the log says so", async (_, more, reason) => {
  gitlab.merge.notes = [noteOf("ann", words, more)];
  expect(await approvals()).toEqual({ said: [expect.stringMatching(reason)], accepted: [] });
});

test.each<[string, object]>([
  ["name", { name: "Ann" }],
  ["account", { name: "ann" }],
  ["private address", { name: "A", email: "12-ann@users.noreply.gitlab.com" }],
  ["former private address", { name: "A", email: `${user("ann").id}-a@users.noreply.gitlab.com` }],
  ["address", { name: "A", email: "ann@example.com" }],
  ["name as a committer", { name: "Dev", committer: "Ann" }],
])("somebody whose %s stands in a commit does not accept it", async (_, commit) => {
  gitlab.merge.commits = [{ name: "Dev", ...commit }];
  gitlab.merge.notes = [noteOf("ann")];
  expect(await approvals()).toEqual({ said: [expect.stringMatching(/@ann has written a part of !7$/)], accepted: [] });
});

test("neither a blocked member may push, nor a stranger where GitLab lists all members", async () => {
  Object.assign(gitlab.merge, { notes: [noteOf("ann"), noteOf("stranger")], blocked: ["ann"], isOld: true });
  expect(await approvals()).toEqual({
    said: ["ann", "stranger"].map((login) => expect.stringContaining(`@${login} may not write to the repository`)),
    accepted: [],
  });
});

test("a copy of a review accepts nothing, by none of the lines that it shows", async () => {
  const shown = { ...review, commit: HEAD, acceptedIn: "note" } as const;
  const copy = toMarkdown(reviewReport.doc(shown), { limit: 10_000 });
  expect(copy).toContain(words);
  gitlab.merge.notes = [noteOf("ann", copy), noteOf("ann", `> ${copy}`)];
  const { said, accepted } = await approvals();
  expect(said.filter((line) => line.endsWith("it stands in a copy of a review; write it by itself"))).toHaveLength(2);
  expect(accepted).toEqual([]);
});

test("of a long acceptance, the log shows the beginning", async () => {
  gitlab.merge.notes = [noteOf("ann", `accept ${"x".repeat(1_000_000)}`)];
  const [said = ""] = (await approvals()).said;
  expect(said).toMatch(/^approvals: @ann: accept x+…: does not count: it cannot be read/);
  expect(said.length).toBeLessThan(500);
});

test("a pipeline in a fork asks the project of the request", async () => {
  gitlab.merge.notes = [noteOf("ann")];
  const fork = jobOf({ CI_PROJECT_ID: "6", CI_MERGE_REQUEST_PROJECT_ID: "5" });
  expect((await approvals(fork)).accepted).toHaveLength(1);
});

test("what GitLab itself writes is not read; that nobody may ask for a role is no answer", async () => {
  gitlab.merge.notes = [noteOf("ann", words, { isSystem: true })];
  expect(await approvals()).toEqual({ said: ["approvals: none of GitLab !7 accepts a risk"], accepted: [] });
  gitlab.merge.notes = [noteOf("ann")];
  gitlab.merge.refused = ["GET /projects/5/members"];
  await expect(approvals()).rejects.toMatchObject({ next: expect.stringContaining("the role Reporter") });
  await expect(approvals(jobOf({ REVIEW_TOKEN: "" }))).rejects.toThrow("REVIEW_TOKEN is not set");
});

test("the comment is written once, and renewed by its owner alone", async () => {
  gitlab.merge.notes = Array.from({ length: 150 }, () => noteOf("ann", "hello"));
  expect(await commenting("first")).toEqual(["comment: written on GitLab !7"]);
  const { body = "" } = gitlab.merge.notes.at(-1) ?? {};
  gitlab.merge.notes.unshift(noteOf("ann", body));
  expect(await commenting("second")).toEqual(["comment: renewed on GitLab !7"]);
  expect(gitlab.merge.notes.flatMap(({ body: each }) => each.split("\n").slice(1))).toEqual(["first", "second"]);
  gitlab.merge.refused = ["GET /projects/5/merge_requests/7/notes"];
  expect(await commenting("third")).toEqual([expect.stringMatching(/^comment: left out, as the job may not/)]);
});

test("of two comments that two jobs wrote at once, one is left", async () => {
  await commenting("first");
  gitlab.merge.notes.push({ ...gitlab.merge.notes[0], id: 99 } as (typeof gitlab.merge.notes)[number]);
  await commenting("second");
  expect(gitlab.merge.notes.map(({ body }) => body.split("\n")[1])).toEqual(["second"]);
});

test("what the review's own comment shows to copy accepts nothing, whoever the token is of", async () => {
  await commenting(words);
  const [{ body = "" } = {}] = gitlab.merge.notes;
  gitlab.merge.notes.push(noteOf("ann", body));
  expect(await approvals()).toEqual({ said: ["approvals: none of GitLab !7 accepts a risk"], accepted: [] });
});

test("where other commits were pushed in the place of the job's, nobody can tell who may accept", async () => {
  gitlab.merge.head = "ffff2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c";
  gitlab.merge.notes = [noteOf("ann")];
  await expect(approvals()).rejects.toThrow("!7 has other commits by now than 1a2b3c4d");
});

test("where the request goes into another branch by now, nobody can tell who may accept", async () => {
  gitlab.merge.notes = [noteOf("ann")];
  const into = (CI_MERGE_REQUEST_TARGET_BRANCH_NAME: string) =>
    approvals(jobOf({ CI_MERGE_REQUEST_TARGET_BRANCH_NAME }));
  await expect(into("release")).rejects.toThrow("!7 goes into another branch than when this job began");
  expect((await into("main")).accepted).toHaveLength(1);
});

test("outside of a merge request there is nothing to read", async () => {
  expect((await approvals(jobOf({ CI_MERGE_REQUEST_IID: "" }))).said).toEqual([expect.stringContaining("--accept")]);
  expect(gitlab.calls).toEqual([]);
  expect(presentJob({}, new AbortController().signal)).toBeUndefined();
});
