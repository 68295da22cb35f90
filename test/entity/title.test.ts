import { entityTitle, placedTitle } from "../../lib/entity/title";

const orders = { kind: "metric_source", name: "orders" };

test.each([
  ["kind and name", entityTitle(orders), "metric source orders"],
  ["its place", placedTitle({ ...orders, construct: "checkout/orders" }), "metric source orders (checkout/orders)"],
  ["no place where it has left the code", placedTitle(orders), "metric source orders"],
  [
    "so where only the deploy names it",
    placedTitle({ kind: "segment", name: null, construct: "checkout/beta" }),
    "segment (named during the deploy) (checkout/beta)",
  ],
])("the title of an entity says %s", (_, title, expected) => {
  expect(title).toBe(expected);
});
