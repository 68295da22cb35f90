import { App, TerraformStack, TerraformVariable } from "cdktf";
import {
  DuplicateError,
  ExperimentationService,
  type ExperimentationServiceProps,
  fromEnvironment,
  InvalidPropsError,
  Segment,
  ServiceChoiceError,
} from "../lib";
import { segment } from "./terraform/entities";
import { emptyStack, messageOf, outputDirectory, type Synthesised, synth, synthAll, wrong } from "./terraform/synth";

const baseUrl = "https://console.example.com";
const refusalOf = (props: ExperimentationServiceProps) =>
  messageOf(() => new ExperimentationService(emptyStack(), "service", props), InvalidPropsError);
const variableName =
  "the name of an environment variable (letters, digits and _, not starting with a digit), not the key itself";
const withService = (settings: ExperimentationServiceProps) =>
  synth((stack) => {
    new ExperimentationService(stack, "service", settings);
    new Segment(stack, "beta", segment);
  });
const serviceOf = (stack: Synthesised) => stack.requestOf("segment_beta_users").service;

describe("a construct that names no service", () => {
  test("takes the only one of its stack, whichever of the two is declared first, or the environment's", () => {
    const service = (stack: TerraformStack) => new ExperimentationService(stack, "service", { baseUrl });
    const beta = (stack: TerraformStack) => new Segment(stack, "beta", segment);
    for (const order of [[beta], [service, beta], [beta, service]])
      expect(serviceOf(synth((stack) => order.map((make) => make(stack))))).toEqual(
        order.length > 1 ? { baseUrl } : {},
      );
  });

  test.each([false, true])(
    "has to choose where there are several, before any request is written: skipValidation %s",
    (skipValidation) => {
      const app = new App({ outdir: outputDirectory(), skipValidation });
      const stack = new TerraformStack(app, "stack");
      for (const name of ["europe", "america"]) new ExperimentationService(stack, name, { baseUrl });
      new Segment(stack, "beta", segment);
      const why = 'the stack has 2 services (stack/europe, stack/america); choose one with the prop "service"';
      const message = messageOf(() => app.synth(), skipValidation ? ServiceChoiceError : undefined);
      expect(message).toContain(
        skipValidation
          ? `stack/beta: ${why}`
          : `  [stack/beta] ${why} (more: npx --no-install cdktf-experimentation explain service)\n`,
      );
    },
  );
});

describe("a construct that names its service", () => {
  test("takes it, of several and of another stack", () => {
    const find = synthAll((app) => {
      const others = new TerraformStack(app, "stack");
      for (const name of ["europe", "asia"]) new ExperimentationService(others, name, { baseUrl: "https://a.test" });
      const service = new ExperimentationService(new TerraformStack(app, "shared"), "service", { baseUrl });
      new Segment(others, "beta", { ...segment, service });
    });
    expect(serviceOf(find("stack"))).toEqual({ baseUrl });
    expect(find("stack").triggers("segment_beta_users").service).toContain(baseUrl);
    expect(find("shared").json).not.toHaveProperty("resource");
  });

  test("cannot declare the same entity of another service: that belongs in another stack", () => {
    const stack = emptyStack();
    const declare = (name: string) =>
      new Segment(stack, name, { ...segment, service: new ExperimentationService(stack, `of-${name}`, { baseUrl }) });
    declare("here");
    expect(messageOf(() => declare("there"), DuplicateError)).toBe(
      "stack/there: segment beta_users is already declared by stack/here; a stack can declare an entity only once, so declare the entities of another service in another stack",
    );
  });
});

describe("the settings of a service", () => {
  test("go into every request; the vendor's name is in nothing that Terraform reads", () => {
    const settings = {
      baseUrl,
      apiKeyVariable: "CONSOLE_KEY",
      respectReviewSettings: "true",
      vendor: "acme",
      attemptTimeoutSeconds: 5,
      retryBudgetSeconds: 60,
    };
    const stack = withService(settings);
    expect(serviceOf(stack)).toEqual(settings);
    expect(stack.triggers("segment_beta_users").service).toBe(
      JSON.stringify({ apiKeyVariable: "CONSOLE_KEY", baseUrl }),
    );
    expect(JSON.stringify(stack.json)).not.toContain("acme");
  });

  const names = { baseUrl, apiKeyVariable: "SERVICE_API_KEY" };
  const moved = { baseUrl: "https://new.example.com/" };
  const other = { baseUrl, apiKeyVariable: "OTHER_KEY" };

  test.each<[isSame: boolean, ExperimentationServiceProps]>([
    [true, { ...moved, movedFrom: { baseUrl: `${baseUrl.toUpperCase()}/` } }],
    [true, { ...moved, movedFrom: [{ baseUrl: "https://a.test" }, { baseUrl }] }],
    [true, { ...other, movedFrom: { apiKeyVariable: "SERVICE_API_KEY" } }],
    [true, { ...other, ...moved, movedFrom: names }],
    [false, moved],
    [false, { ...other, movedFrom: { baseUrl } }],
    [false, { ...other, ...moved, movedFrom: { baseUrl } }],
    [false, { ...other, ...moved, movedFrom: [{ baseUrl }, { apiKeyVariable: "SERVICE_API_KEY" }] }],
  ])("that name it as it was before are each one other name, an address and a key together: %s for %j", (...row) => {
    const [isSame, settings] = row;
    const { json } = withService(settings);
    const was = JSON.stringify({ apiKeyVariable: "SERVICE_API_KEY", baseUrl });
    const lists = Object.values(json.locals ?? {}).filter((local) => Array.isArray(local));
    expect(lists.some((list) => list.includes(was))).toBe(isSame);
  });

  test("that name it as it was before are addresses, key variables or both, and known at synth", () => {
    const token = new TerraformVariable(emptyStack(), "any", {}).stringValue;
    const refused: readonly (readonly [unknown, string])[] = [
      [[{ baseUrl: "https://u:hunter2@a.test" }], "[0].baseUrl: given a URL with credentials in it; allowed: a URL"],
      [[{ apiKeyVariable: "1K" }], `[0].apiKeyVariable: given a string of 2 characters; allowed: ${variableName}`],
      [{}, ": given an object; allowed: a baseUrl, an apiKeyVariable, or both"],
      [{ baseUrl, vendor: "a" }, ".vendor: unknown field; the fields are baseUrl, apiKeyVariable"],
      [[{ baseUrl: token }], "[0].baseUrl: given a token; allowed: a value that is known at synth"],
    ];
    for (const [movedFrom, line] of refused) {
      expect(refusalOf({ baseUrl, movedFrom: wrong(movedFrom) })).toContain(`movedFrom${line}`);
    }
  });

  test("cannot come from a token where synth has to know them, nor the address from a secret", () => {
    const variable = new TerraformVariable(emptyStack(), "any", {});
    const message = refusalOf({
      baseUrl: fromEnvironment("URL"),
      apiKeyVariable: variable.stringValue,
      retryBudgetSeconds: variable.numberValue,
    });
    expect(message).toContain(
      "  - baseUrl: given a token; allowed: text or a value of Terraform's; for a base URL from the environment, leave it out and set SERVICE_BASE_URL",
    );
    for (const name of ["apiKeyVariable", "retryBudgetSeconds"])
      expect(message).toContain(`  - ${name}: given a token; allowed: a value that is known at synth`);
  });

  test.each<[unknown, string]>([
    [{ apiKeyVariable: "hunter2-live" }, `apiKeyVariable: given a string of 12 characters; allowed: ${variableName}`],
    [{ apiKeyVariable: { key: "hunter2" } }, "apiKeyVariable: given an object; allowed: a string"],
    [
      { client_secret: "hunter2" },
      "client_secret: unknown field; the key is never in code; apiKeyVariable names the environment variable that holds it",
    ],
    [{ apiKeyVariabel: "hunter2" }, 'apiKeyVariabel: unknown field; did you mean "apiKeyVariable"?'],
    ["hunter2", "props: given a string of 7 characters; allowed: an object"],
  ])("are not shown where they may be secrets: %j", (props, line) => {
    expect(refusalOf(wrong(props))).toBe(`stack/service (service): 1 problem\n  - ${line}`);
  });
});
