import { cp, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { TerraformStack } from "cdktf";
import type { Construct } from "constructs";
import type * as emulators from "../lib/emulator";
import { accessTo } from "./support/deployment";
import { succeed } from "./support/process";
import { temporaryFolder } from "./support/temporary-folder";
import { Workspace } from "./support/workspace";

const ROOT = join(__dirname, "..");

const schema = `
import * as z from "zod";
import { textOfLength } from "./field-types";
import { defineKind } from "./kind";

/** Every field of a sundial. */
const fields = z.strictObject({
  /** Name and identity of the sundial. 3 to 100 characters. */
  name: textOfLength(3, 100),
  /** Percent of the day that it shows, 0 to 10. */
  percentage: z.number().min(0).max(10),
});

const body = fields.partial().required({ name: true, percentage: true });
const path = "/console/v1/sundials";

export const sundial = defineKind({
  name: "sundial",
  role: "other",
  fields: body,
  identity: ["name"],
  answeredIdentity: ["name"],
  answered: [],
  create: { method: "POST", path, parameters: {}, body },
  update: { method: "PATCH", path: \`\${path}/{name}\`, parameters: { name: "name" }, body: body.omit({ name: true }) },
});
`;

const construct = `
import type { Construct } from "constructs";
import { sundial } from "./api/sundial-schema";
import { isOfKind, ManagedResource } from "./terraform/managed-resource";
import type { PropsOf } from "./terraform/props/construct-props";

export type SundialProps = PropsOf<typeof sundial.fields>;

/** A kind that no service has. */
export class Sundial extends ManagedResource<SundialProps> {
  static isSundial(value: unknown): value is Sundial {
    return isOfKind(value, sundial);
  }

  constructor(scope: Construct, id: string, props: SundialProps) {
    super(scope, id, sundial, props);
  }
}
`;

const root = temporaryFolder();
/** Of the copy of the library, all that the test uses. */
let library: { readonly Sundial: new (scope: Construct, id: string, props: object) => Construct };
let emulator: emulators.Emulator;
let workspace: Workspace;

beforeAll(async () => {
  for (const folder of ["lib", "scripts"]) await cp(join(ROOT, folder), join(root, folder), { recursive: true });
  for (const file of ["package.json", "tsconfig.json"]) await cp(join(ROOT, file), join(root, file));
  await symlink(join(ROOT, "node_modules"), join(root, "node_modules"), "junction");

  await writeFile(join(root, "lib/api/sundial-schema.ts"), schema);
  await writeFile(join(root, "lib/sundial.ts"), construct);
  const edits = [
    ["lib/api/kinds.ts", "= [", "$&sundial, ", 'import { sundial } from "./sundial-schema";\n'],
    ["lib/include.ts", "const constructs = {\n", "$&  sundial: Sundial,\n", 'import { Sundial } from "./sundial";\n'],
    ["lib/index.ts", /^/, 'export { Sundial, type SundialProps } from "./sundial";\n', ""],
  ] as const;
  for (const [file, place, added, imported] of edits) {
    const path = join(root, file);
    await writeFile(path, imported + (await readFile(path, "utf8")).replace(place, added));
  }

  await succeed(process.execPath, [join(root, "scripts/build.mjs")], { environment: process.env });
  library = (await import(join(root, "dist/index.js"))) as typeof library;
  const { startEmulator } = (await import(join(root, "dist/emulator/index.js"))) as typeof emulators;
  emulator = await startEmulator();
  workspace = await Workspace.create({ environment: accessTo(emulator) });
});
afterAll(async () => {
  await workspace?.close();
  await emulator?.close();
});

/** A stack with one sundial: the sample with these changes. */
const aSundial = (changes: object) => (stack: TerraformStack) =>
  new library.Sundial(stack, "sundial", { name: "global", percentage: 5, ...changes });

test("a schema file, a construct file, an export and its entries in two lists make a new kind", async () => {
  await workspace.deploy(aSundial({}));
  await workspace.deploy(aSundial({ percentage: 2 }));

  expect(emulator.calls).toMatchObject([
    { method: "POST", path: "/console/v1/sundials", body: { name: "global", percentage: 5 }, status: 201 },
    { method: "PATCH", path: "/console/v1/sundials/global", body: { percentage: 2 }, status: 200 },
  ]);
  expect(emulator.records).toMatchObject([{ kind: "sundial", id: "global", data: { percentage: 2 } }]);
});
