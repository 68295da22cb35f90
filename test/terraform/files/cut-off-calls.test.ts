import { App, TerraformStack } from "cdktf";
import { CutOffCalls } from "../../../lib/terraform/files/cut-off-calls";
import { outputDirectory } from "../synth";

const variable = "TERRAFORM_BINARY_NAME";
const before = process.env[variable];

afterEach(() => {
  if (before === undefined) delete process.env[variable];
  else process.env[variable] = before;
});

test.each([
  [undefined, /^terraform -chdir=\S+\/stacks\/checkout apply -replace=null_resource\.segment_beta$/],
  ["tofu", /^tofu -chdir=/],
  ["/opt/Open Tofu/tofu", /^'\/opt\/Open Tofu\/tofu' -chdir=/],
])("with the program %p, the command to paste at synth begins with it", (program, command) => {
  if (program === undefined) delete process.env[variable];
  else process.env[variable] = program;
  const stack = new TerraformStack(new App({ outdir: outputDirectory() }), "checkout");

  expect(new CutOffCalls(stack).commandToRepeat("null_resource.segment_beta")).toMatch(command);
});
