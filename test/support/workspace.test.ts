import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { NullProvider } from "@cdktf/provider-null/lib/provider";
import { Resource } from "@cdktf/provider-null/lib/resource";
import type { TerraformStack } from "cdktf";
import { Workspace } from "./workspace";

let workspace: Workspace;
beforeEach(async () => {
  workspace = await Workspace.create({ environment: { GREETING: "hello" } });
});
afterEach(() => workspace.close());

/** A stack with one resource that runs the given shell command when it is created. */
function running(command: string) {
  return (stack: TerraformStack) => {
    new NullProvider(stack, "null");
    new Resource(stack, "a", { provisioners: [{ type: "local-exec", command }] });
  };
}

test("commands see the workspace's variables and those of the run, and nothing else from outside", async () => {
  process.env.FROM_OUTSIDE = "leaked";
  const { output } = await workspace.deploy(running("echo $GREETING $NAME $FROM_OUTSIDE."), {
    environment: { NAME: "you" },
  });
  delete process.env.FROM_OUTSIDE;
  expect(output).toContain("(local-exec): hello you .");
});

test("a deploy that ends other than expected throws with all that Terraform said", async () => {
  await expect(workspace.deploy(running("echo out of luck; exit 3"))).rejects.toThrow(/exit code 1:\n.*out of luck/s);
  await expect(workspace.deploy(running("true"), { expect: "failure" })).rejects.toThrow("expected failure");
});

test("a saved plan is applied as it was planned", async () => {
  workspace.synth(running("echo planned"));
  await workspace.plan();
  workspace.synth(running("echo newer"));
  expect((await workspace.apply({ saved: true })).output).toContain("(local-exec): planned");
});

test("files are all that synth and Terraform left, the plan in readable form included", async () => {
  workspace.synth(running("true"));
  await workspace.plan();
  await workspace.apply({ saved: true });
  const files = await workspace.files();
  expect([...files.keys()]).toEqual(
    expect.arrayContaining([
      "cdktf.out/manifest.json",
      "cdktf.out/stacks/stack/cdk.tf.json",
      "cdktf.out/stacks/stack/tfplan",
      "cdktf.out/stacks/stack/tfplan.json",
      "terraform.stack.tfstate",
    ]),
  );
});

test("an aborted apply is killed with everything it started", async () => {
  const abort = new AbortController();
  const program = await Program.listen();
  workspace.synth(running(program.command));
  const applying = workspace.apply({ signal: abort.signal });
  await program.started;
  abort.abort();
  expect(await applying).toMatchObject({ exitCode: null });
  await program.ended;
});

/** A program that runs until it is killed, and is connected to the test for as long as it lives. */
class Program {
  static async listen(): Promise<Program> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return new Program(server);
  }

  readonly started: Promise<Socket>;
  readonly ended: Promise<void>;

  private constructor(private readonly server: Server) {
    this.started = new Promise((resolve) => server.once("connection", resolve));
    this.ended = this.started.then(async (socket) => {
      socket.resume().on("error", () => undefined);
      await new Promise((resolve) => socket.once("close", resolve));
      server.close();
    });
  }

  get command(): string {
    const { port } = this.server.address() as AddressInfo;
    return `exec node -e 'require("net").connect(${port}, "127.0.0.1")'`;
  }
}
