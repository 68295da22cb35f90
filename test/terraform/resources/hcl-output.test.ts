import { TerraformLocal } from "cdktf";
import { localToHcl } from "../../../lib/terraform/resources/hcl-output";
import { emptyStack } from "../synth";

/** What the framework's renderer is given for a text of Terraform's JSON syntax. */
function rendered(template: string): unknown {
  const local = new TerraformLocal(emptyStack(), "it", "");
  const { locals } = localToHcl(local, { locals: { it: template } }) as { readonly locals: { readonly it: unknown } };
  return locals.it;
}

test.each([
  // what is escaped opens nothing: nothing closes it
  [`%%{ "a"`, `"%%{ \\"a\\""`],
  [`$\${ "a"`, `$\${ \\"a\\"`],
  // of directives and expressions, only the text around them is escaped
  [`%{ if var.a == "b" }"c"%{ endif }`, `"%{ if var.a == "b" }\\"c\\"%{ endif }"`],
  [`"\${upper("%{ if var.a == "b" }c%{ endif }")}"`, `\\"\${upper("%{ if var.a == "b" }c%{ endif }")}\\"`],
  [`\${upper("}\\"")}"`, `\${upper("}\\"")}\\"`],
])("the template %s is %s in HCL", (template, expected) => {
  expect(rendered(template)).toEqual({ type: "any", value: expected });
});
