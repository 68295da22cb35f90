/**
 * An experiment with everything that its calls require, and some of what they may have.
 *
 * @param groups how many groups it has, 1 or more
 */
export function experimentProps(index: number, groups = 2) {
  return {
    name: `Checkout button ${index}`,
    id: `checkout_button_${index}`,
    layerID: "checkout",
    description: "The colour of the button that ends a purchase.",
    hypothesis: "Green is found sooner than blue, so that more shoppers finish their order.",
    idType: "userID",
    status: "active" as const,
    allocation: 50,
    groups: Array.from({ length: groups }, (_, group) => ({
      id: group === 0 ? "control" : `colour_${group}`,
      name: group === 0 ? "Control" : `Colour ${group}`,
      size: 100 / groups,
      parameterValues: { colour: `colour ${group}` },
    })),
    controlGroupID: "control",
    primaryMetrics: [{ name: "orders_per_user", type: "orders", direction: "increase" }],
    targetingGateID: null,
    bonferroniCorrection: false,
    defaultConfidenceInterval: "95" as const,
    duration: 28,
    tags: ["checkout", "colours"],
  };
}
