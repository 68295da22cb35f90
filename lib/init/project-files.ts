import type { Framework } from "./framework";

/** The versions that a new project starts with, by package. */
export type Versions = Readonly<Record<string, string>>;

/** The file in which the emulator of a new project keeps its records. */
const STORE = "emulator.store.json";

/** Texts of files, by their paths in the project. */
export type ProjectFiles = Readonly<Record<string, string>>;

/**
 * The files of a new project.
 *
 * @param name of the project: that of its directory
 * @param dependency what its `package.json` says of this package: a version, or `file:` and a tarball
 * @param versions of everything else that it depends on
 */
export function projectFiles(name: string, framework: Framework, dependency: string, versions: Versions): ProjectFiles {
  return {
    "package.json": packageJson(name, framework, dependency, versions),
    "main.ts": mainModule(framework),
    "cdktf.json": jsonText({
      language: "typescript",
      app: "node --import tsx main.ts",
      projectId: packageName(name),
      sendCrashReports: "false",
    }),
    "tsconfig.json": jsonText({
      compilerOptions: { module: "node16", types: ["node"], strict: true, skipLibCheck: true, noEmit: true },
    }),
    ".gitignore": `${["node_modules/", "cdktf.out/", "terraform.*.tfstate*", `${STORE}*`, ".env"].join("\n")}\n`,
    ...definitionFiles,
    ...editorFiles,
  };
}

/** The files for those who write experiments. */
export const definitionFiles: ProjectFiles = {
  "experiments/_defaults.yaml": `# What every experiment in this directory has, unless it says otherwise.
Experiment:
  idType: userID
  targetingGateID: null
  bonferroniCorrection: true
  defaultConfidenceInterval: "95"
`,
  "experiments/one_page.yaml": `kind: Experiment
name: One page checkout
id: one_page_checkout
description: All steps of the checkout on one page.
hypothesis: Fewer steps let more shoppers finish their order.
status: active
allocation: 10
groups:
  - { id: control, name: Control, size: 50, parameterValues: { steps: 4 } }
  - { id: one_page, name: One page, size: 50, parameterValues: { steps: 1 } }
controlGroupID: control
primaryMetrics:
  - { name: orders_per_user, type: user_warehouse, direction: increase }
`,
};

const SCHEMAS = "./node_modules/cdktf-experimentation/schemas";

/** What completes and checks definitions in an editor, without a line in each file. */
export const editorFiles: ProjectFiles = {
  ".vscode/settings.json": jsonText({
    "yaml.schemas": {
      [`${SCHEMAS}/entity.json`]: ["experiments/**/!(_defaults).yaml", "experiments/**/!(_defaults).yml"],
      [`${SCHEMAS}/defaults.json`]: ["experiments/**/_defaults.yaml"],
    },
  }),
  ".vscode/extensions.json": jsonText({ recommendations: ["redhat.vscode-yaml"] }),
};

function packageJson(
  name: string,
  { name: framework, cli }: Framework,
  dependency: string,
  versions: Versions,
): string {
  const versioned = (names: readonly string[]) =>
    Object.fromEntries(names.map((each) => [each, versions[each] ?? "*"]));
  return jsonText({
    name: packageName(name),
    private: true,
    scripts: {
      emulator: `cdktf-experimentation emulator --store ${STORE}`,
      check: "cdktf-experimentation check",
      plan: `${framework} diff checkout && cdktf-experimentation review checkout`,
      deploy: `${framework} deploy checkout`,
    },
    dependencies: { "cdktf-experimentation": dependency, ...versioned([framework, "constructs"]) },
    devDependencies: versioned(["@types/node", cli, "tsx", "typescript"]),
  });
}

function mainModule({ name, entry }: Framework): string {
  return [
    `import { App, TerraformStack } from "${name}";`,
    `import { ExperimentationService, Include } from "${entry}";`,
    'import type { Construct } from "constructs";',
    "",
    "class Checkout extends TerraformStack {",
    "  constructor(scope: Construct, id: string) {",
    "    super(scope, id);",
    ...stackLines.map((line) => `    ${line}`),
    "  }",
    "}",
    "",
    "const app = new App();",
    'new Checkout(app, "checkout");',
    "app.synth();",
    "",
  ].join("\n");
}

/** The statements of a stack that declares what is in the directory. */
export const stackLines: readonly string[] = [
  "// the base URL comes from SERVICE_BASE_URL and the API key from SERVICE_API_KEY, when the deploy runs",
  'new ExperimentationService(this, "service", { resourceType: "terraform_data" });',
  'new Include(this, "experiments", { path: "experiments" });',
];

/** What npm takes as the name of a package. */
export function packageName(name: string): string {
  return (
    name
      .toLowerCase()
      .replace(/[^a-z0-9._-]+/g, "-")
      .replace(/^[._-]+/, "") || "experiments"
  );
}

function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
