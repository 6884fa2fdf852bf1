// World files as YAML, piece by piece, so that others have their turns while a large one is written.
import type { WorldFile } from "@antechamber/contract/control";
import { nextTurn } from "../../platform/time/timer-queue.ts";

/** Entries of a list that are written before others have a turn. */
const BATCH = 50;

/** Where a service serves the schema of world files to editors. */
export function schemaAddress(publicUrl: string): string {
  return `${publicUrl}/world.schema.json`;
}

/** The line by which editors find the schema of a file. */
export function schemaComment(address: string): string {
  return `# yaml-language-server: $schema=${address}`;
}

/** A world as YAML, with the address of its schema in the first line. */
export async function yamlOf(world: WorldFile, schema: string): Promise<string> {
  const { stringify } = await import("yaml");
  // Long texts stay in one line, and nothing that stands twice becomes an alias.
  const write = (value: object) =>
    stringify(value, { lineWidth: 0, aliasDuplicateObjects: false, version: "1.2" });
  const pieces = [`${schemaComment(schema)}\n`];
  for (const [key, value] of Object.entries(world)) {
    if (!Array.isArray(value) || value.length === 0) {
      pieces.push(write({ [key]: value as unknown }));
      continue;
    }
    const heading = `${key}:\n`;
    pieces.push(heading);
    for (let at = 0; at < value.length; at += BATCH) {
      pieces.push(write({ [key]: value.slice(at, at + BATCH) }).slice(heading.length));
      await nextTurn();
    }
  }
  return pieces.length === 1 ? `${pieces[0]}{}\n` : pieces.join("");
}
