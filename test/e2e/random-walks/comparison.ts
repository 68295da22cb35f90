import { unwrapped } from "../../support/deployment";
import type { Ended } from "../../support/process";
import type { Declared, Reason } from "./declared";
import type { Places } from "./places";
import type { ProjectModel } from "./project-model";
import { differences, type Seen, type Stranger, seenIn, touched } from "./questions";
import type { Stack } from "./stack";
import type { Deployed } from "./stack-model";
import { walkers } from "./walkers";

/** Holds what can be seen of a walk against the model, and asks three questions that no model can answer wrongly. */
export class Comparison {
  readonly met = new Set<Reason>();

  constructor(
    private readonly places: Places,
    private readonly projects: readonly ProjectModel[],
    private readonly strangers: readonly Stranger[],
  ) {}

  /** @param calls that the deploy has made, each with its project */
  deploy(stack: Stack, expected: Deployed, { exitCode, output }: Ended, calls: readonly string[]): void {
    expect({ calls: calls.toSorted(), output }).toEqual({ calls: expected.calls.toSorted(), output });
    expect({ exitCode, output }).toEqual({ exitCode: expected.failures.length === 0 ? 0 : 1, output });
    for (const { walker, reason } of expected.failures) {
      this.met.add(reason);
      const said = new RegExp(`\\(${stack.name}/${walker}\\): .{0,300}?(?:${words[reason]})`);
      expect(unwrapped(output)).toMatch(said);
    }
  }

  services(): void {
    const kept = this.projects.map((project) => sorted([...project.kept.values()]));
    expect(this.places.projects.map((service) => sorted(seenIn(service)))).toEqual(kept);
    // was anybody else's entity touched?
    const isForeign = ({ project, id }: Stranger) => this.projects[project]?.kept.get(id)?.isForeign;
    expect(touched(this.places, this.strangers).filter(isForeign)).toEqual([]);
    // are there two?
    const seconds = this.projects.map((project) => project.seconds.map((walker) => walkers[walker]?.own));
    expect(this.places.seconds.toSorted()).toEqual(
      seconds.flatMap((names, index) => names.map((name) => `${index} ${name}`)).sort(),
    );
  }

  async plan(stack: Stack, declared: readonly Declared[]): Promise<void> {
    const { exitCode, due, output } = await stack.plan();
    const isRefused = declared.some((each) => stack.model.refuses(each));
    const expected = stack.model.due(declared);
    expect({ exitCode, output }).toEqual({ exitCode: isRefused ? 1 : expected.size > 0 ? 2 : 0, output });
    if (!isRefused) expect(due).toEqual(expected);
    if (exitCode !== 0) return;
    // does an empty plan mean agreement?
    const disagreeing = declared.map((each) => ({ walker: each.walker, fields: this.disagreement(stack, each) }));
    expect(disagreeing.filter(({ fields }) => fields.length > 0)).toEqual([]);
  }

  /** The fields in which the service does not have what a stack declares, but for those of which the stack knows nothing. */
  private disagreement({ model, name }: Stack, declared: Declared): readonly string[] {
    const { project } = declared.place;
    if (model.isUnseen(declared) || this.projects[project]?.isShared(declared, name)) return [];
    const unseen = model.unseen(declared);
    return differences(this.places.projects[project], declared).filter((field) => !unseen.includes(field));
  }
}

/** What is said when a deploy is refused, or fails. */
export const words: Readonly<Record<Reason, string>> = {
  elsewhere: "it was created (?:as \\S+ )?at",
  fixed: "cannot change after creation|has no update for",
  frozen: "changed, but an update also needs",
  lost: "the record of what was sent last is lost",
  fault: "returned 400: No",
  exists: "returned 409|it exists",
  "made otherwise": "sent its create with a different",
  incomplete: "it exists, and an update to the declared state also needs",
  differs: "it exists with a different",
  missing: "returned 404",
};

function sorted(all: readonly Seen[]): string[] {
  return all.map(({ walker, fields }) => `${walker} ${JSON.stringify(Object.entries(fields).sort())}`).sort();
}
