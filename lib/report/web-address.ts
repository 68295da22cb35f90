/**
 * The address of a web page, in signs that mean nothing else in HTML and Markdown.
 *
 * @returns undefined for what is no page that everybody may open by a click
 */
export function webAddress(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { href, protocol, username, password, search } = new URL(text);
  const isPage = /^https?:$/.test(protocol) && username + password + search === "";
  return isPage ? href.replace(/[^\w.~:/#%@+,=[\]-]/g, encoded) : undefined;
}

function encoded(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
}
