import { entityTitle, placedTitle } from "../../lib/entity/title";

const orders = { kind: "metric_source", name: "orders" };

test("the title of an entity is its kind and its name", () => {
  expect(entityTitle(orders)).toBe("metric source orders");
  expect(placedTitle({ ...orders, construct: "checkout/orders" })).toBe("metric source orders (checkout/orders)");
});

test("the title of an entity that has left the code has no place", () => {
  expect(placedTitle(orders)).toBe("metric source orders");
});

test("the title of an entity that only the deploy names says so", () => {
  expect(placedTitle({ kind: "segment", name: null, construct: "checkout/beta" })).toBe(
    "segment (named during the deploy) (checkout/beta)",
  );
});
