/**
 * Cuts the operations that the command line uses out of GitHub's OpenAPI document, which is too large to depend on:
 *
 *     npm install --prefix /tmp/openapi --ignore-scripts @octokit/openapi
 *     node test/platforms/cut-openapi.mjs /tmp/openapi/node_modules/@octokit/openapi > test/platforms/github-openapi.json
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";

const operations = {
  "/repos/{owner}/{repo}/issues/{issue_number}/comments": ["get", "post"],
  "/repos/{owner}/{repo}/issues/comments/{comment_id}": ["patch", "delete"],
  "/repos/{owner}/{repo}/pulls/{pull_number}/reviews": ["get"],
  "/repos/{owner}/{repo}/pulls/{pull_number}/commits": ["get"],
  "/user": ["get"],
  "/repos/{owner}/{repo}/collaborators/{username}/permission": ["get"],
};

const [folder = ""] = process.argv.slice(2);
const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
const document = JSON.parse(readFileSync(join(folder, "generated/api.github.com.json"), "utf8"));

const components = {};
/** A part of the document without what is for people; adds the components that it refers to. */
function bare(value) {
  if (Array.isArray(value)) return value.map(bare);
  if (typeof value !== "object" || value === null) return value;
  const { $ref: reference } = value;
  if (typeof reference === "string") {
    const [, , group, name] = reference.split("/");
    components[group] ??= {};
    if (!(name in components[group])) {
      components[group][name] = null;
      components[group][name] = bare(document.components[group][name]);
    }
    return { $ref: reference };
  }
  if (value.nullable && value.type === undefined) {
    // OpenAPI 3.0 has no null among the types
    const { nullable: _, oneOf, ...others } = value;
    return bare({ ...others, oneOf: [...oneOf, { enum: [null] }] });
  }
  const forPeople = (key, part) =>
    key.startsWith("x-") ||
    ["examples", "example", "externalDocs", "tags"].includes(key) ||
    (["description", "title", "summary"].includes(key) && typeof part === "string");
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, part]) => !forPeople(key, part))
      .map(([key, part]) => [key, bare(part)]),
  );
}

const paths = Object.fromEntries(
  Object.entries(operations).map(([path, methods]) => [
    path,
    Object.fromEntries(methods.map((method) => [method, bare(document.paths[path][method])])),
  ]),
);
/** An object with a line for each entry, so that a diff names what has changed. */
const lines = (entries) =>
  `{\n${Object.entries(entries)
    .map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`)
    .join(",\n")}\n}`;
const groups = Object.entries(components).map(([group, entries]) => `"${group}": ${lines(entries)}`);
process.stdout.write(`{
"source": "@octokit/openapi ${version}",
"paths": ${lines(paths)},
"components": {${groups.join(",\n")}}
}
`);
