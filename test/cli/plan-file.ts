import { crc32, inflateRawSync } from "node:zlib";

/**
 * A plan file that says it comes from another version of Terraform: an archive of one file, not compressed, which is the
 * plan itself.
 *
 * @param plan a plan file of Terraform's
 * @param own the version that made it
 * @param other of the same length, as the plan says before each text how long it is
 */
export function planFromVersion(plan: Buffer, own: string, other: string): Buffer {
  // the plan is the first file in the archive: its text begins after a header of 30 bytes, its name and an extra field
  const begin = 30 + plan.readUInt16LE(26) + plan.readUInt16LE(28);
  const text = inflateRawSync(plan.subarray(begin)).toString("latin1");
  const content = Buffer.from(text.replace(own, other), "latin1");

  const name = Buffer.from("tfplan");
  const header = Buffer.alloc(26);
  header.writeUInt16LE(20, 0);
  header.writeUInt32LE(crc32(content), 10);
  header.writeUInt32LE(content.length, 14);
  header.writeUInt32LE(content.length, 18);
  header.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from("PK\x03\x04"), header, name, content]);
  const directory = Buffer.concat([Buffer.from("PK\x01\x02\x14\x00"), header, Buffer.alloc(14), name]);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(1, 4);
  end.writeUInt16LE(1, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(local.length, 12);
  return Buffer.concat([local, directory, Buffer.from("PK\x05\x06"), end]);
}
