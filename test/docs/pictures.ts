import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { TerraformStack } from "cdktf";
import { marked } from "marked";
import { type Browser, chromium } from "playwright-core";
import { Include } from "../../lib";
import { CHROMIUM } from "../support/browser";
import { CLI, inWorkspace, node } from "./example-runs";
import { ROOT } from "./pages";
import { COMMENT_STYLES, EDITOR_STYLES, editorPage } from "./picture-pages";

/** Makes the pictures of the pages anew: each light and dark. */

const IMAGES = join(ROOT, "docs/images");

/** A page of which a picture is made. */
interface Subject {
  readonly html: string;
  readonly width: number;
  readonly height: number;
}

async function pictures(): Promise<void> {
  await mkdir(IMAGES, { recursive: true });
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });
  const folder = await mkdtemp(join(tmpdir(), "pictures-"));
  try {
    for (const [name, subject] of Object.entries(await subjects())) {
      const file = join(folder, `${name}.html`);
      await writeFile(file, subject.html);
      for (const colorScheme of ["light", "dark"] as const)
        await picture(browser, file, subject, { colorScheme, path: join(IMAGES, `${name}-${colorScheme}.png`) });
    }
  } finally {
    await browser.close();
    await rm(folder, { recursive: true });
  }
}

async function picture(
  browser: Browser,
  file: string,
  { width, height }: Subject,
  { colorScheme, path }: { readonly colorScheme: "light" | "dark"; readonly path: string },
): Promise<void> {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme });
  await page.goto(pathToFileURL(file).href);
  const { scrollHeight } = (await page.evaluate("({ scrollHeight: document.body.scrollHeight })")) as {
    readonly scrollHeight: number;
  };
  await page.screenshot({ path, clip: { x: 0, y: 0, width, height: Math.min(height, scrollHeight) } });
  await page.close();
}

/** What is shown: the change that the page about files makes, and the example app. */
function subjects(): Promise<Readonly<Record<string, Subject>>> {
  return inWorkspace(async ({ workspace, deploy, synthesise }) => {
    const { directory } = workspace;
    const folder = join(directory, "experiments");
    const include = (stack: TerraformStack) => {
      new Include(stack, "experiments", { path: folder });
    };
    // files are named from the project's directory
    process.chdir(directory);
    await mkdir(folder);
    for (const [name, text] of Object.entries(await definitions())) await writeFile(join(folder, name), text);
    await deploy(include);
    for (const [name, text] of Object.entries(await definitions(changed))) await writeFile(join(folder, name), text);
    synthesise(include);
    await workspace.terraform(["plan", "-out=plan"]);

    const outs = ["review.html", "review.md", "list.html"];
    await node([CLI, "review", "--out", "review.html", "--out", "review.md"], directory);
    await node([CLI, "list", "--as-of", "2026-11-23", "--out", "list.html"], directory);
    const [review = "", comment = "", list = ""] = await Promise.all(
      outs.map((file) => readFile(join(directory, file), "utf8")),
    );
    const asComment = `<style>${COMMENT_STYLES}</style><article>${await marked.parse(comment)}</article>`;
    return {
      review: { html: review, width: 860, height: 780 },
      comment: { html: asComment, width: 800, height: 480 },
      list: { html: list, width: 860, height: 440 },
      editor: { html: `<style>${EDITOR_STYLES}</style>${editorPage()}`, width: 760, height: 330 },
    };
  });
}

/** The definitions of the example app, and the experiment of the pages. */
async function definitions(change: (text: string) => string = (text) => text): Promise<Record<string, string>> {
  const recipe = (name: string) => readFile(join(ROOT, "test/package/recipes", name), "utf8");
  return {
    "one_page.yaml": change(await recipe("one_page.yaml")),
    "sources.yaml": await recipe("sources.yaml"),
    "gift_note.yaml": await readFile(join(ROOT, "experiments/gift_note.yaml"), "utf8"),
  };
}

function changed(text: string): string {
  return text.replace("allocation: 10", "allocation: 60").replace("steps: 1", "steps: 2");
}

pictures().then(
  () => process.exit(),
  (error: Error) => {
    process.stderr.write(`${error.stack}\n`);
    process.exit(1);
  },
);
