// Serializes world files as JSON and YAML piece by piece, so that the event loop gets turns while a
// large one is written.
import type { WorldFile } from "@antechamber/contract/control";
import { nextTurn } from "../../platform/async/event-loop.ts";

/** How many entries of a list are serialized before the event loop gets a turn. */
const BATCH = 50;
/** How many characters are serialized before the event loop gets a turn. */
const PIECE = 256 * 1024;

/** The URL at which a service serves the schema of world files to editors. */
export function schemaAddress(publicUrl: string): string {
  return `${publicUrl}/world.schema.json`;
}

/** The comment by which editors find the schema of a file. */
export function schemaComment(address: string): string {
  return `# yaml-language-server: $schema=${address}`;
}

/** A UTF-8 file that grows piece by piece: encoding one long string would block the event loop. */
class GrowingFile {
  readonly #pieces: Buffer[] = [];
  #text = "";

  /** Adds text. Returns a promise if the event loop should get a turn first. */
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

/** Serializes a world as JSON. */
export async function jsonOf(world: WorldFile): Promise<Uint8Array> {
  const file = new GrowingFile();
  for (const text of jsonTexts(world)) await file.add(text);
  return file.end();
}

/** The JSON of a value in parts: list entries are separate, at any depth. */
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

/** Serializes a world as YAML, with the URL of its schema in the first line. */
export async function yamlOf(world: WorldFile, schema: string): Promise<Uint8Array> {
  const { stringify } = await import("yaml");
  // Long texts stay on one line, and repeated objects do not become aliases.
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

/** Splits a list into the batches that are serialized at once. */
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
