import fc from "fast-check";
import { fitsNoPath } from "../../lib/api/kind";
import { bodyOf, pathOf } from "../../lib/entity/call-body";
import type { Step } from "../../lib/entity/steps";
import { markedText, Opaque } from "../../lib/value/value";
import { anyCharacter } from "../support/any-character";

describe("a path", () => {
  const path = "/console/v1/prompts/{id}/versions";
  const step: Step = {
    action: "create",
    method: "POST",
    path,
    parameters: { id: "promptID" },
    fields: [],
    due: "first",
  };

  test.each([
    ["checkout exposures", "checkout%20exposures"],
    ["größe 😀", "gr%C3%B6%C3%9Fe%20%F0%9F%98%80"],
    ["$&", "%24%26"],
  ])("holds %j as %s", (value, encoded) => {
    expect(pathOf(step, { promptID: value })).toBe(`/console/v1/prompts/${encoded}/versions`);
  });

  test("leaves a deferred value as it is in the API, unless there is a text for it", () => {
    const deferred = Opaque.deferred([{ terraform: 0 }]);
    expect(pathOf(step, { promptID: deferred })).toBe(path);
    expect(pathOf(step, { promptID: deferred }, markedText)).toBe("/console/v1/prompts/(known to Terraform)/versions");
  });

  test("gives any name back to a server that parses it as a URL", () => {
    const names = fc.string({ unit: anyCharacter, minLength: 1 }).filter((name) => !fitsNoPath(name));
    fc.assert(
      fc.property(names, (name) => {
        const address = new URL(`https://console.example.com${pathOf(step, { promptID: name })}`);
        const steps = address.pathname.split("/");
        expect(steps).toHaveLength(6);
        expect(decodeURIComponent(steps[4] ?? "")).toBe(name);
        expect([address.search, address.hash]).toEqual(["", ""]);
      }),
    );
  });
});

test("a body has the fields that the step takes, in the spelling of the vendor, with deferred values in their places", () => {
  const column = Opaque.deferred([{ terraform: 0 }]);
  const fields = { name: "orders", idTypeMapping: [{ serviceUnitID: "userID", column }, column], sql: "select 1" };
  const step: Step = { action: "update", method: "POST", path: "/x", fields: ["sql", "idTypeMapping"], due: "change" };
  expect(bodyOf(step, fields, "acme")).toStrictEqual({
    sql: "select 1",
    idTypeMapping: [{ acmeUnitID: "userID", column }, column],
  });
});
