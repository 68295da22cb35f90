import { words } from "./random-walks/model";
import { route } from "./random-walks/route";
import { acts, edits } from "./random-walks/steps";
import { Walk } from "./random-walks/walk";

test("a walk by every refusal goes as the model says, with every edit and every act", () =>
  Walk.start(async (walk) => {
    await walk.takeAll(route);

    expect([...walk.comparison.met].sort()).toEqual(Object.keys(words).sort());
    const made = route.flatMap(([, step]) => [step.act[0], ...step.edits.map(([name]) => name)]);
    expect([...new Set(made)].sort()).toEqual([...Object.keys(acts), ...Object.keys(edits)].sort());
  }));
