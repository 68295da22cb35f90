/** A framework that a new project can stand on. */
export interface Framework {
  readonly name: "cdktf" | "cdktn";
  /** The package with its command line, which is named as the framework is. */
  readonly cli: "cdktf-cli" | "cdktn-cli";
  /** What imports the constructs of this package for it. */
  readonly entry: string;
  /** The versions of Node on which its command line runs, in words. */
  readonly nodes: string;
  readonly runsOn: (node: readonly [major: number, minor: number]) => boolean;
}

/** What was tried: where the command line of each installs, synthesises, plans and deploys. */
export const frameworks: readonly Framework[] = [
  {
    name: "cdktf",
    cli: "cdktf-cli",
    entry: "cdktf-experimentation",
    nodes: "Node 20 and 22",
    runsOn: ([major]) => major < 24,
  },
  {
    name: "cdktn",
    cli: "cdktn-cli",
    entry: "cdktf-experimentation/cdktn",
    nodes: "Node 22.19 and newer",
    runsOn: ([major, minor]) => major > 22 || (major === 22 && minor >= 19),
  },
];

/** The framework that is wanted; else the first whose command line runs on a Node. */
export function frameworkFor(node: string, wanted?: string): Framework | undefined {
  return frameworks.find(({ name, runsOn }) => (wanted === undefined ? runsOn(nodeVersion(node)) : name === wanted));
}

/** Why a framework was taken. */
export function frameworkText({ name, nodes, runsOn }: Framework, node: string, wanted?: string): string {
  if (wanted === undefined) return `framework ${name}: its command line runs on ${nodes}, and this is ${node}`;
  const isFit = runsOn(nodeVersion(node));
  return `framework ${name}, as asked for${isFit ? "" : `; its command line runs on ${nodes}, and this is ${node}`}`;
}

function nodeVersion(text: string): readonly [number, number] {
  const [major = 0, minor = 0] = text.replace(/^v/, "").split(".").map(Number);
  return [major, minor];
}
