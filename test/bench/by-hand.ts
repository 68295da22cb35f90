import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type PlannedCall, plannedCalls } from "../../lib/entity/calls";
import { openRequest } from "../../lib/protocol/request-file";
import { experiments } from "./experiments";
import { type Cost, type Measurement, type Row, rowsOf, takeTurns } from "./figures";
import {
  atSite,
  type PlainResource,
  replaceSynthesised,
  type Site,
  type Synthesised,
  synthesise,
  terraform,
} from "./synthesised";
import { costOfTerraform } from "./terraform-cost";

const COUNT = 50;

/** A deploy as a user without this package could write it: for scale, since none of them checks, heals or updates. */
export const byHand: Measurement = {
  name: "by-hand",
  about: `terraform apply of ${COUNT} new experiments, against ${COUNT} null_resources which send the same bodies`,
  measure,
};

/** What one resource runs, in the stack's folder. */
type Command = (call: PlannedCall, body: string, file: string) => unknown;

async function measure(): Promise<readonly Row[]> {
  const { ours, curl, axios } = await takeTurns(
    { ours: () => deploy(), curl: () => deploy(curlOf), axios: () => deploy(axiosOf) },
    3,
  );
  const what = `first deploy of ${COUNT} experiments`;
  return [
    ...rowsOf({ what, ours, against: "null_resource and curl", theirs: curl }),
    ...rowsOf({ what, ours, against: "null_resource and axios, in TypeScript that swc compiles", theirs: axios }),
  ];
}

/** An apply into an empty state and an empty service, which has to get every call. */
function deploy(command?: Command): Promise<Cost> {
  return atSite(async (site) => {
    const { workspace, emulator } = site;
    const synthesised = await synthesise(workspace, experiments(COUNT));
    if (command !== undefined) await replaceSynthesised(workspace, await handWritten(site, synthesised, command));
    await terraform(workspace, ["init", "-input=false"]);
    const cost = await costOfTerraform(site, ["apply", "-input=false", "-auto-approve"]);
    const created = emulator.calls.filter(({ status }) => status === 201).length;
    if (created !== COUNT) throw new Error(`${created} of ${COUNT} experiments were created`);
    return cost;
  });
}

/** One resource for each experiment: replaced when the body changes, and without anything else. */
async function handWritten(site: Site, synthesised: Synthesised, command: Command): Promise<Synthesised> {
  const folder = site.workspace.stackDirectory;
  const names = Object.keys(synthesised.resource.null_resource).filter((name) => !name.endsWith("_revision"));
  const resources = names.map(async (name): Promise<[string, PlainResource]> => {
    const file = `requests/${name}.json`;
    const request = openRequest(await readFile(join(folder, file), "utf8"));
    const create = request && plannedCalls(request, "service").find(({ action }) => action === "create");
    if (create === undefined) throw new Error(`${name} has no create`);
    const body = `requests/${name}.body.json`;
    await writeFile(join(folder, body), JSON.stringify(create.body));
    return [
      name,
      {
        triggers: { body: `\${filesha256("\${path.module}/${body}")}` },
        provisioner: [{ "local-exec": command(create, body, file) }],
      },
    ];
  });
  const { terraform: settings, provider } = synthesised;
  return {
    terraform: settings,
    provider,
    resource: { null_resource: Object.fromEntries(await Promise.all(resources)) },
  };
}

/** Key and address come from the environment, so that they are in no state. */
const curlOf: Command = ({ method, path }, body) => ({
  command: [
    `curl --silent --show-error --fail-with-body --request ${method} --data @${body}`,
    `--header "Content-Type: application/json" --header "SERVICE-API-KEY: $SERVICE_API_KEY" "$SERVICE_BASE_URL${path}"`,
  ].join(" "),
});

const axiosOf: Command = (_, __, file) => ({
  command: file,
  interpreter: ["node", join(__dirname, "../support/run.mjs"), join(__dirname, "axios-post.ts")],
});
