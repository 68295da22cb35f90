import { certificateOf } from "../support/certificate";
import { startSpoiler, startTlsFront } from "../support/network";
import type { Said } from "./applier";
import { creates, inScene, type Scene, type Subject, updates } from "./subjects";

test.concurrent("a connection whose encryption breaks after a create was sent leaves it unknown whether it was created", () =>
  withFirstAnswerSpoilt(creates[0], async (scene, start) => {
    await scene.restate({ unclearCreates: "adopt" });
    const { exitCode, stdout } = await start();

    expect([exitCode, scene.calls()]).toEqual([0, ["create", "create", "update"]]);
    expect(stdout).toContain("by an earlier attempt whose response was lost");
  }));

test.concurrent("an update on a connection whose encryption breaks after it was sent is tried again", () =>
  withFirstAnswerSpoilt(updates[0], async (scene, start) => {
    const { exitCode } = await start();

    expect([exitCode, scene.calls()]).toEqual([0, ["update", "update"]]);
  }));

test.concurrent("a service that asks for a certificate of the caller refuses the connection, and is not asked again", () =>
  inScene(creates[0], async (scene) => {
    const certificate = certificateOf("localhost");
    const tls = await startTlsFront(certificate, scene.emulator.address, { asksForOne: true });
    try {
      const { exitCode, stderr } = await scene.start({
        SERVICE_BASE_URL: tls.address,
        NODE_EXTRA_CA_CERTS: certificate.path,
      }).ended;

      expect([exitCode, tls.connections(), scene.calls()]).toEqual([1, 1, []]);
      expect(stderr).toContain("no trusted connection (");
      expect(await scene.stack.journal()).toEqual({});
    } finally {
      await tls.close();
    }
  }));

/** Runs a test where something between the applier and its service spoils the first answer. */
function withFirstAnswerSpoilt(
  subject: Subject,
  test: (scene: Scene, start: () => Promise<Said>) => Promise<void>,
): Promise<void> {
  return inScene(subject, async (scene) => {
    const certificate = certificateOf("localhost");
    const before = scene.emulator.calls.length;
    const tls = await startTlsFront(certificate, scene.emulator.address);
    const spoiler = await startSpoiler(tls.port, () => scene.emulator.calls.length > before);
    const address = `https://localhost:${spoiler.port}`;
    try {
      await test(scene, () => scene.start({ SERVICE_BASE_URL: address, NODE_EXTRA_CA_CERTS: certificate.path }).ended);
    } finally {
      await spoiler.close();
      await tls.close();
    }
  });
}
