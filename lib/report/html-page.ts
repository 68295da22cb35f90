import { Html, html } from "./html-text";
import { pageStyle } from "./page-style";

export interface PageContent {
  /** What the window and the bookmark are called. */
  readonly title: string;
  /** What stands in the page, from its one h1 on. */
  readonly body: Html;
  readonly footer?: Html;
  /** Styles that only this page needs. */
  readonly style?: string;
}

/** One page in one file: nothing is fetched, and no script is needed to read it. */
export function htmlPage({ title, body, footer, style = "" }: PageContent): string {
  const page = html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title>
<style>${new Html(pageStyle + style)}</style>
</head>
<body>
<main>
${body}
</main>
${footer && html`<footer>${footer}</footer>\n`}</body>
</html>
`;
  return page.text;
}
