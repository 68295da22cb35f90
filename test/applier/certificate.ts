import { generateKeyPairSync, sign } from "node:crypto";

/** A key and a self-signed certificate for it, in PEM. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** Makes a certificate for a host name, valid since yesterday and until tomorrow. */
export function selfSigned(hostname: string): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const ecdsaWithSha256 = der(0x30, der(0x06, [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02]));
  const commonName = der(0x30, der(0x06, [0x55, 0x04, 0x03]), der(0x0c, Buffer.from(hostname)));
  const name = der(0x30, der(0x31, commonName));
  const subjectAltName = der(
    0x30,
    der(0x06, [0x55, 0x1d, 0x11]),
    der(0x04, der(0x30, der(0x82, Buffer.from(hostname)))),
  );
  const toBeSigned = der(
    0x30,
    der(0xa0, der(0x02, [2])),
    der(0x02, [1]),
    ecdsaWithSha256,
    name,
    der(0x30, der(0x17, utcTime(-1)), der(0x17, utcTime(1))),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, der(0x30, subjectAltName)),
  );
  const signature = sign("sha256", toBeSigned, privateKey);
  const certificate = der(0x30, toBeSigned, ecdsaWithSha256, der(0x03, [0], signature));
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }) as string,
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString("base64")}\n-----END CERTIFICATE-----\n`,
  };
}

/** A value in the encoding of certificates: its tag, its length, its content. */
function der(tag: number, ...content: readonly (Uint8Array | readonly number[])[]): Buffer {
  const bytes = Buffer.concat(content.map((part) => Buffer.from(part)));
  const { length } = bytes;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), bytes]);
}

function utcTime(days: number): Buffer {
  const time = new Date(Date.now() + days * 86_400_000).toISOString();
  return Buffer.from(`${time.slice(2, 19).replace(/[-T:]/g, "")}Z`);
}
