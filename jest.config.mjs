const root = `${import.meta.dirname}/test`;

/** Files that need a browser, a compiler, npm or cdktf's command. */
const tools = [
  `${root}/package/*.test.ts`,
  `${root}/docs/{code,outputs,pipelines,shell}.test.ts`,
  `${root}/{neighbours/hcl,new-kind}.test.ts`,
  `${root}/{review,list}/html.test.ts`,
];
/** Files that start the applier, the command line or Terraform. */
const applier = [`${root}/{applier,cli}/**/*.test.ts`, `${root}/docs/{exports,public-api}.test.ts`];
const nullResource = [`${root}/e2e/each-type/*.test.ts`];
const terraformData = [`${root}/e2e/**/*.test.ts`];
const nodes = [`${root}/nodes/*.test.ts`];

/** A part of the tests, which `--selectProjects` takes by its name. */
function part(displayName, testMatch, globalSetup, more = {}) {
  return {
    displayName,
    testMatch,
    globalSetup: `${root}/support/${globalSetup}.ts`,
    transform: { "\\.ts$": "@swc/jest" },
    // what is not of this repository, each worker loads once: a file of tests then takes half the time
    moduleNameMapper: { "^(cdktf|constructs|fast-check|yaml|zod)$": `${root}/support/shared/$1.cjs` },
    ...more,
  };
}

export default {
  testTimeout: 120_000,
  maxWorkers: "100%",
  maxConcurrency: 8,
  reporters: ["default", `${root}/support/reporter.mjs`],
  projects: [
    part(
      "unit",
      [
        `${root}/**/*.test.ts`,
        ...[...applier, ...terraformData, ...nullResource, ...tools, ...nodes].map((each) => `!${each}`),
      ],
      "stale-build",
    ),
    part("applier", applier, "global-setup"),
    part("null_resource", nullResource, "global-setup"),
    part("terraform_data", terraformData, "global-setup", { globals: { RESOURCE_TYPE: "terraform_data" } }),
    part("tools", tools, "global-setup"),
    part("nodes", nodes, "global-setup"),
  ],
};
