// World files as JSON and YAML, piece by piece, so that others have their turns while a large one is
// written.
import type { WorldFile } from "@antechamber/contract/control";
import { nextTurn } from "../../platform/async/event-loop.ts";

/** Entries of a list that are written before others have a turn. */
const BATCH = 50;
/** Letters of a file that are written before others have a turn. */
const PIECE = 256 * 1024;

/** Where a service serves the schema of world files to editors. */
export function schemaAddress(publicUrl: string): string {
  return `${publicUrl}/world.schema.json`;
}

/** The line by which editors find the schema of a file. */
export function schemaComment(address: string): string {
  return `# yaml-language-server: $schema=${address}`;
}

/** A file in UTF-8 that grows piece by piece: one text of it would hold up others at its end. */
class GrowingFile {
  readonly #pieces: Buffer[] = [];
  #text = "";

  /** Adds a text; a promise where others have a turn first. */
  add(text: string): Promise<void> | undefined {
    this.#text += text;
    if (this.#text.length < PIECE) return undefined;
    this.#flush();
    return nextTurn();
  }

  #flush(): void {
    this.#pieces.push(Buffer.from(this.#text));
    this.#text = "";
  }

  end(): Uint8Array {
    this.#flush();
    return Buffer.concat(this.#pieces);
  }
}

/** A world as JSON. */
export async function jsonOf(world: WorldFile): Promise<Uint8Array> {
  const file = new GrowingFile();
  for (const text of jsonTexts(world)) await file.add(text);
  return file.end();
}

/** The texts of a value's JSON: each entry of a list by itself, wherever it stands. */
function* jsonTexts(value: unknown): Generator<string, void, undefined> {
  if (isListOfObjects(value)) {
    for (const [at, each] of value.entries()) {
      yield at === 0 ? "[" : ",";
      yield* jsonTexts(each);
    }
    yield "]";
  } else if (holdsLists(value)) {
    let before = "{";
    for (const [key, each] of Object.entries(value)) {
      if (each === undefined) continue;
      yield `${before}${JSON.stringify(key)}:`;
      yield* jsonTexts(each);
      before = ",";
    }
    yield "}";
  } else {
    yield JSON.stringify(value);
  }
}

function isListOfObjects(value: unknown): value is readonly object[] {
  return Array.isArray(value) && typeof value[0] === "object";
}

function holdsLists(value: unknown): value is object {
  return typeof value === "object" && value !== null && Object.values(value).some(Array.isArray);
}

/** A world as YAML, with the address of its schema in the first line. */
export async function yamlOf(world: WorldFile, schema: string): Promise<Uint8Array> {
  const { stringify } = await import("yaml");
  // Long texts stay in one line, and nothing that stands twice becomes an alias.
  const write = (value: object) =>
    stringify(value, { lineWidth: 0, aliasDuplicateObjects: false, version: "1.2" });
  const file = new GrowingFile();
  const parts = Object.entries(world);
  await file.add(`${schemaComment(schema)}\n${parts.length === 0 ? "{}\n" : ""}`);
  for (const [key, value] of parts) {
    if (!Array.isArray(value) || value.length === 0) {
      await file.add(write({ [key]: value as unknown }));
      continue;
    }
    const heading = `${key}:\n`;
    await file.add(heading);
    for (const batch of batchesOf(value)) {
      await file.add(write({ [key]: batch }).slice(heading.length));
      await nextTurn();
    }
  }
  return file.end();
}

/** The entries of a list, as many together as are written at once. */
function* batchesOf(list: readonly unknown[]): Generator<readonly unknown[], void, undefined> {
  let batch: unknown[] = [];
  let letters = 0;
  for (const entry of list) {
    batch.push(entry);
    letters += JSON.stringify(entry).length;
    if (batch.length < BATCH && letters < PIECE) continue;
    yield batch;
    [batch, letters] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}
