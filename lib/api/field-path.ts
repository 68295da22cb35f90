/** A path as a user writes it: `groups[0].size`. */
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

/**
 * A JSON Pointer (RFC 6901) into a request file as a user writes the path: without the call that it is in.
 */
export function placeText(pointer: string): string {
  const steps = pointer.replace(/^\/(calls\/\w+\/(body|parameters)\/|immutable\/)?/, "").split("/");
  return pathText(
    steps.map((step) => (/^\d+$/.test(step) ? Number(step) : step.replaceAll("~1", "/").replaceAll("~0", "~"))),
  );
}
