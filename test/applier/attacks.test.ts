import { join } from "node:path";
import { Opaque } from "../../lib/value/value";
import { requestFile } from "./request";
import { creates, inScene, type Subject, withFields } from "./subjects";

const [create] = creates;

/** The first value that Terraform passes on. */
const fromTerraform = Opaque.deferred([{ terraform: 0 }]);

test("NODE_DEBUG makes Node print nothing that holds the key", () =>
  inScene(create, async (scene) => {
    const debug = { NODE_DEBUG: "*", DEBUG: "*" };
    const first = await scene.start(debug).ended;
    await scene.restate({ retryBudgetSeconds: 0.5 });
    const second = await scene.start({ ...debug, SERVICE_BASE_URL: "http://127.0.0.1:1" }).ended;

    expect(first.exitCode).toBe(0);
    for (const { stdout, stderr } of [first, second]) {
      expect(stdout + stderr).not.toContain(scene.emulator.key);
      expect(stdout + stderr).not.toMatch(/^HTTP /m);
    }
  }));

test("an unknown failure ends at once, is reported as a defect of the applier, and shows no secret", () =>
  inScene(create, async (scene) => {
    const { exitCode, stderr } = await scene.start({
      NODE_OPTIONS: `--require "${join(__dirname, "defect.cjs")}"`,
      DEFECT: `cannot use ${scene.emulator.key}`,
    }).ended;

    expect(exitCode).toBe(1);
    expect(stderr).toBe(
      "error: experiment checkout_button (stack/entity): TypeError: cannot use ***\n" +
        "  next: this is a defect of cdktf-experimentation; please report it with this text\n",
    );
    expect(await scene.stack.journal()).toMatchObject({ "entity.create.json": { created: "maybe" } });
  }));

const id = withFields(create, { id: fromTerraform });
const group = { name: "Control", size: 100, parameterValues: fromTerraform };

test.each<[what: string, Subject, value: unknown, message: string, printed: RegExp]>([
  [
    "a text that the service repeats",
    withFields(create, { groups: [group] }),
    { value: "long-and-secret" },
    "not long-and-secret, but long-and-secret!",
    /returned 400: not \*\*\*, but \*\*\*!/,
  ],
  [
    "a name that breaks a rule",
    id,
    "long-and-secret/x",
    "",
    /^error: experiment [^/]*\(stack\/entity\): 1 problem in values .*\n {2}- id: given a string of 17 characters; allowed: text of/,
  ],
  [
    "a name without a character",
    withFields(creates[3], { source_name: fromTerraform }),
    "",
    "",
    /- source_name: allowed: /,
  ],
  [
    "a number that breaks a rule",
    withFields(create, { allocation: fromTerraform }),
    7246130582,
    "",
    / in values that are known only at deploy\n {2}- allocation: given a number; allowed: at most 100\n {2}next: correct/,
  ],
  [
    "a name, also in the path",
    { ...id, action: "update" },
    "long-and-secret",
    "",
    /^error: experiment \(stack\/entity\): POST \S+\/console\/v1\/experiments\/\{id\} returned 400/,
  ],
])("what is known only at deploy is not printed: %s", (_, subject, value, message, printed) =>
  inScene(create, async (scene) => {
    await scene.stack.write(requestFile(subject));
    scene.fail({ status: 400, body: { message } });
    const environment = { ...scene.access, EXPERIMENTATION_VALUES: JSON.stringify([value]) };
    const { stderr } = await scene.stack.run(subject.action, environment);

    expect(stderr).toMatch(printed);
    expect(stderr).not.toMatch(/long-and-secret|7246130582/);
  }),
);
