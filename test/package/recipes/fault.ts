import assert from "node:assert/strict";
import test from "node:test";
import { startEmulator } from "cdktf-experimentation/emulator";

test("the emulator makes calls fail", async () => {
  const emulator = await startEmulator({ rateLimit: { changes: 100, seconds: 10 } });
  emulator.fail({ status: 503, match: { kind: "metric_source" }, times: 2 });
  emulator.fail({ drop: "after" }); // the next call takes effect, and its response is lost

  const { status } = await fetch(`${emulator.baseUrl}/console/v1/metrics/metric_source`, {
    method: "POST",
    headers: { "service-api-key": emulator.key },
  });

  assert.equal(status, 503);
  await emulator.close();
});
