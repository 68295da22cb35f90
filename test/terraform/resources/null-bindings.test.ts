import { nullBindings } from "../../../lib/terraform/resources/trigger-resource";
import { emptyStack } from "../synth";

/** What Node says of a package that is not there, and what asked for it. */
const notFound = (name: string) =>
  Object.assign(
    new Error(`Cannot find module '${name}'\nRequire stack:\n- node_modules/@cdktf/provider-null/index.js`),
    {
      code: "MODULE_NOT_FOUND",
    },
  );

test.each([
  ["@cdktf/provider-null", /^stack: its null_resource needs the package .* `npm install @cdktf\/provider-null@11`/],
  // what the package itself needs
  ["constructs", /^Cannot find module 'constructs'/],
])("a null_resource without %s is an error about just that", (name, message) => {
  jest.doMock("../../../lib/terraform/resources/null-provider", () => {
    throw notFound(name);
  });

  expect(() => nullBindings(emptyStack())).toThrow(message);
});
