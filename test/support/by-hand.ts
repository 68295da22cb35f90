import type { Emulator } from "../../lib/emulator";

/** Makes a call that has to succeed, as somebody would by hand. */
export async function callByHand(
  { address, key }: Pick<Emulator, "address" | "key">,
  operation: string,
  body: unknown,
): Promise<void> {
  const [method = "", path = ""] = operation.split(" ");
  const headers = { "content-type": "application/json", "service-api-key": key };
  const { status } = await fetch(`${address}${path}`, { method, headers, body: JSON.stringify(body) });
  if (status >= 300) throw new Error(`${operation} returned ${status}`);
}
