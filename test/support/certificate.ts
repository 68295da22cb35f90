import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A self-signed certificate and its key, in PEM. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
  /** The file of the certificate, for those who are to trust it. */
  readonly path: string;
}

/** The certificate for a host, which is valid from 2020 to 2049. */
export function certificateOf(host: "localhost" | "elsewhere.example"): Certificate {
  const inFolder = (name: string) => join(__dirname, "certificates", name);
  const path = inFolder(`${host}.pem`);
  return { key: readFileSync(inFolder("key.pem"), "utf8"), cert: readFileSync(path, "utf8"), path };
}
