import { Aspects, Fn, Lazy, type TerraformStack, Testing } from "cdktf";
import {
  Experiment,
  ExperimentationService,
  type ExperimentProps,
  fromEnvironment,
  PromptVersion,
  Segment,
} from "../../../lib";
import { experiment, segment } from "../entities";
import { emptyStack, messageOf, refusedAtSynth, synth, wrong } from "../synth";

const text = (produce: () => unknown) => Lazy.stringValue({ produce: () => wrong<string>(produce()) });
const number = (produce: () => number) => Lazy.numberValue({ produce });
const any = (produce: () => unknown) => Lazy.anyValue({ produce });

const NOTHING = "given a Lazy that produces undefined; allowed: a value; where there is none, leave the field out";

describe("what a lazy value produces is checked at synth, and refused with the construct and the field:", () => {
  const itself: { readonly token: string } = { token: text(() => itself.token) };

  test.each<[string, Partial<ExperimentProps>, string]>([
    ["undefined", { hypothesis: text(() => undefined) }, `hypothesis: ${NOTHING}`],
    ["undefined in a text", { tags: [`x-${text(() => undefined)}`] }, `tags[0]: ${NOTHING}`],
    [
      "a secret",
      { hypothesis: text(() => `of ${fromEnvironment("TOKEN")}`) },
      'hypothesis: fromEnvironment("TOKEN") cannot be what a Lazy produces; use it alone or within a template string',
    ],
    ["what JSON cannot hold", { duration: number(() => NaN) }, "duration: given a Lazy; allowed: a finite number"],
    [
      "itself",
      { team: itself.token },
      "team: given an instance of LazyString; allowed: a value that does not contain itself",
    ],
    ["a value out of bounds", { allocation: number(() => 150) }, "allocation: given 150; allowed: at most 100"],
    ["an unknown field", { groups: any(() => [{ nam: "A" }]) }, 'groups[0].nam: unknown field; did you mean "name"?'],
  ])("%s", (_, props, problem) => {
    const build = (stack: TerraformStack) => new Experiment(stack, "button", { ...experiment, ...props });
    expect(refusedAtSynth(build)).toEqual([`[stack/button] ${problem}`]);
  });

  test("all problems of all constructs together, and those of a service, without a value that may be a secret", () => {
    const problems = refusedAtSynth((stack) => {
      new ExperimentationService(stack, "service", { baseUrl: text(() => "ftp://x") });
      const auth_workflow_headers = [{ value: text(() => ["hunter2"]) }];
      new PromptVersion(stack, "bot", { promptID: "bot", name: text(() => undefined), auth_workflow_headers });
    });
    expect(problems).toEqual([
      expect.stringContaining('[stack/service] baseUrl: given "ftp://x"; allowed: '),
      `[stack/bot] name: ${NOTHING}`,
      "[stack/bot] auth_workflow_headers[0].value: given a list of 1 element; allowed: a string",
    ]);
  });

  test("also where the validations are left out", () => {
    const stack = emptyStack();
    new Segment(stack, "beta", { ...segment, description: text(() => undefined) });
    expect(messageOf(() => Testing.synth(stack))).toContain(`stack/beta: description: ${NOTHING}`);
  });
});

test("a lazy value may depend on what aspects do, and is produced once at synth, behind the pass that prepares it", () => {
  const names: string[] = [];
  let count = 0;
  const produce = ({ preparing }: { readonly preparing: boolean }) => {
    if (!preparing) count++;
    return names[0] ?? "";
  };
  const stack = synth((scope) => {
    const description = text(() => `of ${Fn.file("shop")}`);
    new Experiment(scope, "button", { ...experiment, description, hypothesis: Lazy.stringValue({ produce }) });
    Aspects.of(scope).add({ visit: () => names.push("a hypothesis") });
  });
  expect(stack.triggers("experiment_checkout_button_revision").hypothesis).toContain('tostring("a hypothesis")');
  expect(stack.triggers("experiment_checkout_button_revision").description).toContain('"of ", tostring(file("shop"))');
  expect(count).toBe(1);
});
