import { readdirSync } from "node:fs";
import { join } from "node:path";
import { checkDefinitions } from "../../lib/definitions/checked-definitions";

const FOLDERS = ["test/declare/good-files", "test/package/recipes/examples", "test/package/recipes", "experiments"];
const files = FOLDERS.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".yaml"))
    .map((name) => join(folder, name)),
);

test.each(files)("%s has neither a problem nor a warning", (file) => {
  const { definitions, problems, warnings } = checkDefinitions([file], {});
  expect({ problems, warnings }).toEqual({ problems: [], warnings: [] });
  expect(definitions).toBeGreaterThan(0);
});
