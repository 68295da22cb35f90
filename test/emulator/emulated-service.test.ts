import { z } from "zod";
import { defineResource } from "../../lib/api/resource";
import { resources } from "../../lib/api/resources";
import { EmulatedService } from "../../lib/emulator/emulated-service";
import { settingsOf } from "../../lib/emulator/options";
import { RateLimiter } from "../../lib/emulator/rate-limit";
import { Store } from "../../lib/emulator/store";

describe("a kind that the emulator knows nothing special about", () => {
  const body = z.strictObject({ name: z.string(), size: z.number().optional() });
  const layer = defineResource({
    kind: "layer",
    role: "other",
    fields: body,
    identity: ["name"],
    answered: [],
    create: { method: "POST", path: "/console/v1/layers", parameters: {}, body },
    update: { method: "PATCH", path: "/console/v1/layers/{id}", parameters: { id: "name" }, body: body.partial() },
  });
  const store = new Store();
  const service = new EmulatedService([...resources, layer], settingsOf({}), store, new RateLimiter(undefined));
  const answer = (method: string, path: string, value: unknown) => service.answer({ method, path, content: { value } });

  test("has its endpoints as soon as the API names it", () => {
    expect(answer("POST", "/console/v1/layers", { name: "top" })).toEqual({
      status: 201,
      body: { message: "Layer top created successfully.", data: { name: "top" } },
    });
    expect(answer("PATCH", "/console/v1/layers/top", { size: 2 })).toEqual({
      status: 200,
      body: { message: "Layer top updated successfully.", data: { name: "top", size: 2 } },
    });
    expect(answer("POST", "/console/v1/layers", { nam: "top" }).status).toBe(400);
    expect(store.all()).toMatchObject([{ kind: "layer", id: "top", data: { name: "top", size: 2 } }]);
  });
});
