import { readdirSync } from "node:fs";
import { join } from "node:path";
import { checkDefinitions } from "../../lib/definitions/checked-definitions";

const FOLDERS = ["test/declare/good-files", "test/package/recipes/examples", "experiments"];
const files = FOLDERS.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => /^[^_].*\.yaml$/.test(name))
    .map((name) => join(folder, name)),
);

test.each(files)("%s has neither a problem nor a warning", (file) => {
  const { definitions, problems, warnings } = checkDefinitions([file], {});
  expect([...problems, ...warnings]).toEqual([]);
  expect(definitions).toBeGreaterThan(0);
});
