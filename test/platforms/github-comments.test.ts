import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../support/temporary-folder";
import { gitHubOfFile, TOKEN } from "./github-stand-in";
import { commentBy, eventOf, gitHubVariables, jobIn } from "./job-steps";

const root = temporaryFolder();
const github = gitHubOfFile();

function jobOf(event: object = eventOf(), token = TOKEN) {
  return jobIn(gitHubVariables(github.address, token, event));
}

const commenting = (text: string) => commentBy(jobOf(), () => text);

/** What stands below the marker of each comment. */
const texts = () => github.pull.comments.map(({ body }) => body.split("\n")[1]);

test("each project and group of stacks has one comment, found among 150 others, which is renewed", async () => {
  github.pull.comments = Array.from({ length: 150 }, (_, id) => ({ id, login: "ann", body: "hello" }));
  const projects = ["checkout", "search"].map((projectId) => {
    const folder = join(root, projectId);
    mkdirSync(folder);
    writeFileSync(join(folder, "cdktf.json"), JSON.stringify({ projectId }));
    return folder;
  });
  for (const text of ["first", "second"]) {
    for (const folder of projects) {
      for (const names of [["*-staging"], ["*-production"]]) {
        const how = text === "first" ? "written" : "renewed";
        expect(await commentBy(jobOf(), () => `${text} of ${names}`, { names, directory: folder })).toEqual([
          `comment: ${how} on GitHub #7`,
        ]);
      }
    }
  }
  expect(github.pull.comments.slice(150).map(({ body }) => body.split("\n"))).toEqual(
    ["checkout", "search"].flatMap((project) =>
      ["*-staging", "*-production"].map((names) => [
        `<!-- cdktf-experimentation review: ${project}, ${names} -->`,
        `second of ${names}`,
      ]),
    ),
  );
});

test("what somebody else wrote under the same words is no comment of the job, nor of a person's token", async () => {
  await commenting("first");
  const [{ body = "" } = {}] = github.pull.comments;
  github.pull.comments.unshift({ id: 0, login: "mallory", body });
  await commenting("second");
  expect(texts()).toEqual(["first", "second"]);
  github.pull.owner = "ann";
  await commenting("third");
  await commenting("fourth");
  expect(texts()).toEqual(["first", "second", "fourth"]);
});

test("a comment that somebody edited is renewed as long as its marker stands, and is theirs without it", async () => {
  await commenting("first");
  const [own] = github.pull.comments;
  if (own) own.body += "\nand an edit";
  expect(await commenting("second")).toEqual(["comment: renewed on GitHub #7"]);
  if (own) own.body = "other\nwords";
  await commenting("third");
  expect(texts()).toEqual(["words", "third"]);
});

test("a comment that somebody deletes meanwhile is written again", async () => {
  await commenting("first");
  const gone = { status: 404, body: { message: "Not Found" } };
  github.fail(1, gone, ({ method }) => {
    if (method === "PATCH") github.pull.comments = [];
    return method === "PATCH";
  });
  expect(await commenting("second")).toEqual(["comment: written on GitHub #7"]);
  expect(texts()).toEqual(["second"]);
});

test("a comment that is gone whenever it is looked at is no endless loop", async () => {
  await commenting("first");
  github.fail(9, { status: 404, body: { message: "Not Found" } }, ({ method }) => method === "PATCH");
  await expect(commenting("second")).rejects.toMatchObject({
    message: "commenting on #7: the comment was gone each time that GitHub was asked",
    next: "find out who deletes it, and run the job again",
  });
});

test("a comment that no list shows yet is not written twice", async () => {
  const none = { status: 200, body: [] };
  github.fail(2, none, ({ method, path }) => method === "GET" && path.endsWith("/comments"));
  expect(await commenting("text")).toEqual(["comment: written on GitHub #7"]);
  expect(github.calls.filter(({ method }) => method === "POST")).toHaveLength(1);
});

test("of two jobs at once, one comment is left, with what the later one says", async () => {
  await Promise.all([commenting("one"), commenting("two")]);
  expect(github.pull.comments).toHaveLength(1);
  await commenting("last");
  expect(texts()).toEqual(["last"]);
});

test("a comment whose response was lost is not written twice", async () => {
  github.fail(1, undefined, ({ method, body }) => {
    // it has arrived all the same
    if (method === "POST")
      github.pull.comments.push({ id: 5, login: "github-actions[bot]", type: "Bot", ...(body as { body: string }) });
    return method === "POST";
  });
  expect(await commenting("text")).toEqual(["comment: written on GitHub #7"]);
  expect(github.pull.comments).toHaveLength(1);
});

test("a comment is as long as GitHub takes it", async () => {
  expect(await commentBy(jobOf(), (limit) => "x".repeat(limit))).toEqual(["comment: written on GitHub #7"]);
  expect(github.pull.comments[0]?.body).toHaveLength(65_536);
});

test("where GitHub does not say whose the token is, nothing is taken for the job's own", async () => {
  github.fail(1, { status: 418, body: { message: "odd" } }, ({ path }) => path === "/user");
  await expect(commenting("text")).rejects.toThrow("asking whose the token is");
  expect(github.pull.comments).toEqual([]);
});

test("a job that may not comment, as one of a fork, says so and goes on", async () => {
  github.pull.refused = ["POST "];
  expect(await commenting("text")).toEqual([
    expect.stringMatching(/^comment: left out, as the job may not: .*403.*pull-requests: write$/),
  ]);
  expect(await commentBy(jobOf(undefined, ""), () => "text")).toEqual([
    "comment: left out, as GITHUB_TOKEN is not set",
  ]);
  expect(await commentBy(jobOf({ ref: "refs/heads/main" }), () => "text")).toEqual([
    "comment: left out, as this job is about no pull or merge request",
  ]);
});
