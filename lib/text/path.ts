import type { Path, PathStep } from "../value/value";

/** A path as users write it: `groups[0].size`. It is for readers, and never read back. */
export function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((step, index) => {
      if (typeof step === "number") return `[${step}]`;
      const name = String(step);
      if (!/^[A-Za-z_$][\w$]*$/.test(name)) return `[${JSON.stringify(name)}]`;
      return index === 0 ? name : `.${name}`;
    })
    .join("");
}

/** A name of the API as words: "targeting gate ID". */
export function fieldWords(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, "$1$3 $2")
    .replaceAll("_", " ")
    .replace(/\b[A-Z](?=[a-z]|\b)/g, (letter) => letter.toLowerCase());
}

const PARAMETERS = "parameterValues";

/** What stands below is called as its owner calls it. */
const OWN: readonly PathStep[] = [PARAMETERS, "returnValue"];

/**
 * What people call a field: `group "green" › colour`.
 *
 * @param names for each step into a list, what names the element; one without a name is called by its place
 */
export function pathWords(path: Path, names: readonly (PathStep | undefined)[]): string {
  const parts: string[] = [];
  for (const [index, step] of path.entries()) {
    const isOwn = path.slice(0, index).some((each) => OWN.includes(each));
    if (typeof step === "number") {
      const name = names[index];
      const list = parts.pop() ?? "";
      const one = isOwn ? list : list.replace(/ies$/, "y").replace(/([^s])s$/, "$1");
      parts.push(`${one} ${name === undefined ? step + 1 : JSON.stringify(String(name))}`);
    } else if (isOwn || index === path.length - 1 || step !== PARAMETERS) {
      parts.push(isOwn ? step : fieldWords(step));
    }
  }
  return parts.join(" › ");
}
