/** An experiment with everything that its calls require, and some of what they may have. */
export function experimentProps(index: number) {
  return {
    name: `Checkout button ${index}`,
    id: `checkout_button_${index}`,
    layerID: "checkout",
    description: "The colour of the button that ends a purchase.",
    hypothesis: "Green is found sooner than blue, so that more shoppers finish their order.",
    idType: "userID",
    status: "active" as const,
    allocation: 50,
    groups: [
      { id: "control", name: "Control", size: 50, parameterValues: { colour: "blue" } },
      { id: "green", name: "Green", size: 50, parameterValues: { colour: "green" } },
    ],
    controlGroupID: "control",
    primaryMetrics: [{ name: "orders_per_user", type: "orders", direction: "increase" }],
    targetingGateID: null,
    bonferroniCorrection: false,
    defaultConfidenceInterval: "95" as const,
    duration: 28,
    tags: ["checkout", "colours"],
  };
}
