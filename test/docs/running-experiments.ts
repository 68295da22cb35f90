import { onePage, prelude } from "./example-runs";
import { blocksOf, pages } from "./pages";

/** A step of a session: a line of the pages, one that ends with 1, or what happens outside. */
export type SessionStep = string | { readonly fails: string } | { readonly outside: string };

const PAGE = "docs/running-experiments.md";

const ADDRESS = "terraform_data.experiment_one_page_checkout";

/** The app of the page: each stack with the statement of the page's block that has this text, or with nothing. */
function app(stacks: Readonly<Record<string, string>>): SessionStep {
  const stack = ([name, text]: readonly [string, string]) => `
new (class extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    new ExperimentationService(this, "service", { resourceType: "terraform_data" });
    ${text === "" ? "" : blockWith(text)}
  }
})(app, "${name}");`;
  const start = 'Object.assign(onePage, { acknowledge: ["start-incomplete"] });\nconst app = new App();';
  return writesApp(`${prelude}${start}${Object.entries(stacks).map(stack).join("")}\napp.synth();`);
}

/** The code of the app is replaced. */
export function writesApp(program: string): SessionStep {
  return { outside: `cat >main.ts <<'END'\n${program}\nEND` };
}

function blockWith(text: string): string {
  if (text === "setup") return 'new Experiment(this, "one-page", { ...onePage, status: "setup" });';
  const page = pages().find(({ path }) => path === PAGE);
  const block = page && blocksOf(page).find(({ language, code }) => language === "ts" && code.includes(text));
  if (block === undefined) throw new Error(`${PAGE} has no TypeScript with ${text}`);
  return block.code;
}

const { id, ...update } = onePage;

/** Somebody stops the experiment in the console, and keeps the answer. */
const stopByHand = `node -e '
  fetch(process.env.SERVICE_BASE_URL + "/console/v1/experiments/${id}", {
    method: "POST",
    headers: { "content-type": "application/json", "service-api-key": process.env.SERVICE_API_KEY },
    body: JSON.stringify({ ...${JSON.stringify(update)}, status: "experiment_stopped" }),
  }).then((answer) => answer.text()).then((text) => require("fs").writeFileSync("experiments.json", text))'`;

const deploy: SessionStep = { outside: "npx cdktf deploy checkout" };

/** What the page tells to do, in one go. */
export const runningExperiments: { readonly lines: readonly SessionStep[]; readonly says: readonly RegExp[] } = {
  lines: [
    app({ checkout: "setup", growth: "" }),
    "npx cdktf diff checkout",
    "npx cdktf-experimentation review checkout",
    "npx cdktf deploy checkout",
    app({ checkout: "allocation: 10, endsOn", growth: "" }),
    deploy,
    "npx cdktf-experimentation list",
    "npx cdktf-experimentation list --overdue --as-of 2026-12-18",
    app({ checkout: "allocation: 25, endsOn", growth: "" }),
    deploy,
    app({ checkout: 'status: "experiment_stopped"', growth: "" }),
    "npx cdktf deploy checkout --auto-approve",
    app({ checkout: "allocation: 10, endsOn", growth: "" }),
    { outside: "npx cdktf diff checkout" },
    "npx cdktf-experimentation review checkout --strict --accept status-step:experiment/one_page_checkout",
    deploy,
    { outside: stopByHand },
    { fails: "npx cdktf-experimentation drift experiments.json checkout" },
    app({ checkout: "reapply:", growth: "" }),
    { outside: "npx cdktf diff checkout" },
    "npx cdktf-experimentation review checkout --records experiments.json",
    deploy,
    { outside: "echo LEFT ALONE" },
    app({ checkout: "ignoreChanges: true", growth: "" }),
    { outside: "npx cdktf diff checkout" },
    `terraform -chdir=cdktf.out/stacks/checkout apply -replace=${ADDRESS}_revision`,
    app({ checkout: 'status: "decision_made"', growth: "" }),
    deploy,
    { outside: "echo MOVED" },
    app({ checkout: "", growth: 'status: "decision_made"' }),
    "npx cdktf synth",
    "terraform -chdir=cdktf.out/stacks/checkout init",
    "terraform -chdir=cdktf.out/stacks/growth init",
    "terraform -chdir=cdktf.out/stacks/checkout state pull > from.tfstate",
    "terraform -chdir=cdktf.out/stacks/growth state pull > to.tfstate",
    `terraform state mv -state=from.tfstate -state-out=to.tfstate ${ADDRESS} ${ADDRESS}`,
    `terraform state mv -state=from.tfstate -state-out=to.tfstate ${ADDRESS}_revision ${ADDRESS}_revision`,
    "terraform -chdir=cdktf.out/stacks/growth state push $PWD/to.tfstate",
    "terraform -chdir=cdktf.out/stacks/checkout state push $PWD/from.tfstate",
    "npx cdktf diff checkout",
    "npx cdktf diff growth",
    { outside: "echo RENAMED" },
    "terraform -chdir=cdktf.out/stacks/growth state pull > growth.tfstate",
    app({ checkout: "", acquisition: 'status: "decision_made"' }),
    "npx cdktf synth",
    "terraform -chdir=cdktf.out/stacks/acquisition init",
    "terraform -chdir=cdktf.out/stacks/acquisition state push $PWD/growth.tfstate",
    "npx cdktf diff acquisition",
  ],
  says: [
    /status: "setup" → "active"|created experiment one_page_checkout/,
    // on that day, and on the days after it
    /(ends on|should have ended on) 2026-12-18/,
    /differs[\s\S]*experiment_stopped/,
    /status-step \(accepted\)/,
    /LEFT ALONE[\s\S]*No changes[\s\S]*updated experiment one_page_checkout[\s\S]*MOVED/,
    /MOVED[\s\S]*No changes[\s\S]*No changes[\s\S]*RENAMED[\s\S]*No changes/,
  ],
};
