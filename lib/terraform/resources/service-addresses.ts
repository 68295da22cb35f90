import { type TerraformResource, TerraformStack } from "cdktf";
import type { Construct } from "constructs";
import { resourceNameOf } from "../../protocol/resource-name";
import type { ServiceScope } from "../service-scope";
import { PlainResource } from "./plain-resource";

/**
 * Keeps the addresses at which the entities of one stack were created: one resource for each service whose address is a
 * literal in the code. It is made after the first declared entity that a deploy creates. While Terraform plans, the
 * resource refuses another address.
 */
export class ServiceAddresses {
  private readonly kept = new Map<ServiceScope, { readonly resource: TerraformResource; readonly isProven: boolean }>();

  /** @param registry scope of the resources for services of another stack */
  constructor(private readonly registry: Construct) {}

  /**
   * Keeps the address of a service that has an entity in this stack.
   *
   * @param service undefined when there is none, or none was chosen yet
   * @param entity Terraform's address of the resource that creates the entity
   * @param isCreated whether that resource makes a call which leaves the entity in the service
   */
  keep(service: ServiceScope | undefined, entity: string, isCreated: boolean): void {
    if (service?.address === undefined) return;
    const kept = this.kept.get(service);
    if (kept !== undefined && (kept.isProven || !isCreated)) return;
    const resource = kept?.resource ?? this.addressResource(service, service.address);
    this.kept.set(service, { resource, isProven: isCreated });
    // a mistyped address creates nothing, is not kept then, and can be corrected
    resource.dependsOn = [entity];
  }

  /** A `terraform_data` resource that holds an address and refuses another one. */
  private addressResource(service: ServiceScope, address: string): TerraformResource {
    const { node, movedFrom } = service;
    const isOfThisStack = TerraformStack.of(service) === TerraformStack.of(this.registry);
    const [scope, id, place] = isOfThisStack
      ? [service, "address", pathInStack(service)]
      : [this.registry, node.path, node.path];
    const config = {
      terraformResourceType: "terraform_data",
      lifecycle: {
        // a move replaces the resource, which then holds the new address; nothing else changes what it holds
        ignoreChanges: movedFrom === undefined ? ["input", "triggers_replace"] : ["input"],
        postcondition: [
          {
            condition: `\${self.input == ${JSON.stringify(address)}}`,
            errorMessage:
              `${node.path}: its entities are at \${self.input}, not at ${address}. Nothing was sent. If it is the same service ` +
              `at a new address, give it movedFrom: "\${self.input}"; another service belongs in another stack.`,
          },
        ],
      },
    };
    const resource = new PlainResource(scope, id, config, { input: address, triggers_replace: movedFrom });
    resource.overrideLogicalId(resourceNameOf("experimentation_service", [place]));
    return resource;
  }
}

function pathInStack({ node }: ServiceScope): string {
  const inside = node.scopes.slice(node.scopes.findIndex(TerraformStack.isStack) + 1);
  return inside.map((scope) => scope.node.id).join("/");
}
