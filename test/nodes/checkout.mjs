import { App, LocalBackend, TerraformStack } from "cdktf";
import { Experiment, PromptVersion } from "cdktf-experimentation";

const app = new App();
const stack = new TerraformStack(app, "checkout");
new LocalBackend(stack, { path: `${import.meta.dirname}/checkout.tfstate` });
new Experiment(stack, "one-page", {
  name: "One page checkout",
  id: "one_page_checkout",
  description: "All steps of the checkout on one page.",
  hypothesis: "Fewer steps let more shoppers finish their order.",
  idType: "userID",
  status: "active",
  allocation: Number(process.env.ALLOCATION ?? 10),
  groups: [
    { id: "control", name: "Control", size: 50 },
    { id: "one_page", name: "One page", size: 50 },
  ],
  targetingGateID: null,
  bonferroniCorrection: true,
  defaultConfidenceInterval: "95",
});
new PromptVersion(stack, "assistant", {
  promptID: "assistant",
  prompts: [{ role: "system", content: "Be brief." }],
});
app.synth();
