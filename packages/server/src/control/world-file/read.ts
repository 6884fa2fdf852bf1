// World files as text: YAML, and JSON, which YAML contains. Faults are reported with the
// line and column at which it stands.
import { readFile, stat } from "node:fs/promises";
import { basename } from "node:path";
import { limits } from "@antechamber/contract";
import type { ValidationIssue } from "@antechamber/contract/schema";
import { fileFault } from "../../platform/file-faults.ts";
import { parseJson } from "../../platform/formats/json.ts";
import type { Document, LineCounter, Node, Pair, YAMLError, YAMLMap } from "yaml";

/** A world file that cannot be used: each fault in a line of its own. */
export class WorldFileError extends Error {
  override readonly name = "WorldFileError";
  readonly lines: readonly string[];

  constructor(lines: readonly string[]) {
    super(lines.join("\n"));
    this.lines = lines;
  }
}

/** A world file whose text cannot be had. */
export class UnreadableFileError extends WorldFileError {}

/** The largest world file. */
export const WORLD_FILE_BYTES_MAX = 64 * 1024 * 1024;
/** Aliases that a file may follow; more of them would grow a small file without bounds. */
const ALIASES_MAX = 1000;

/** A place in a text, both counted from 1. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** The text of a world file that could be parsed. */
export interface WorldText {
  /** What messages call it: `world.yaml`. */
  readonly name: string;
  readonly value: unknown;
  /** Finds places in the text; undefined for JSON that is too long to be looked at again. */
  locator(): Promise<Locator | undefined>;
}

/** Where the part that an issue is about begins; of what is missing, where what lacks it does. */
export type Locator = (issue: Pick<ValidationIssue, "path" | "code">) => TextPosition;

/**
 * Reads a world file, or another one that people write as these, from the disk.
 *
 * @throws WorldFileError with lines for people; UnreadableFileError without a text
 */
export async function readWorldFile(
  path: string,
  bytesMax: number = WORLD_FILE_BYTES_MAX,
): Promise<WorldText> {
  return await parseWorldText(await textOf(path, bytesMax), basename(path));
}

async function textOf(path: string, bytesMax: number): Promise<string> {
  try {
    const { size } = await stat(path);
    if (size <= bytesMax) return await readFile(path, "utf8");
  } catch (error) {
    throw new UnreadableFileError([`cannot read ${path}: ${fileFault(error)}`]);
  }
  throw new UnreadableFileError([`cannot read ${path}: it is larger than ${bytesMax} bytes`]);
}

/**
 * Parses the text of a world file, YAML or JSON, into plain values; whole numbers that a double
 * cannot hold stay whole, as bigints, so that ids without quotes keep their digits.
 *
 * @param name what messages call the file
 * @throws WorldFileError with the place of each fault
 */
export async function parseWorldText(text: string, name: string): Promise<WorldText> {
  // JSON is read a hundred times as fast, which counts where there is much of it.
  const isLongJson = text.length > limits.worldYaml.value && text.trimStart().startsWith("{");
  return isLongJson ? jsonWorldText(text, name) : yamlWorldText(text, name);
}

/**
 * The same for JSON alone.
 *
 * @throws WorldFileError with the place of the fault
 */
export function jsonWorldText(text: string, name: string): WorldText {
  return {
    name,
    value: jsonValue(text, name),
    async locator() {
      if (text.length > limits.worldYaml.value) return undefined;
      return (await yamlWorldText(text, name)).locator();
    },
  };
}

/** What the JSON parser adds to its message where it knows the place. */
const JSON_PLACE = / at position \d+ \(line (\d+) column (\d+)\)$/;

function jsonValue(text: string, name: string): unknown {
  try {
    return parseJson(Buffer.from(text), { values: Infinity, valuesWithLongIntegers: Infinity });
  } catch (error) {
    const { message } = error as Error;
    const [ending, line, column] = JSON_PLACE.exec(message) ?? [];
    const place = line === undefined ? "" : `:${line}:${column}`;
    const what = ending === undefined ? message : message.slice(0, -ending.length);
    throw new WorldFileError([`${name}${place} ${what}`]);
  }
}

async function yamlWorldText(text: string, name: string): Promise<WorldText> {
  // Most starts read no file, and need no parser.
  const { LineCounter, parseDocument, visit } = await import("yaml");
  const lines = new LineCounter();
  try {
    const document = parseDocument(text, {
      intAsBigInt: true,
      logLevel: "error",
      prettyErrors: false,
      lineCounter: lines,
      // It would hold each key against all before it.
      uniqueKeys: false,
    });
    const maps: YAMLMap[] = [];
    visit(document, { Map: (_, map) => void maps.push(map) });
    const faults = [
      ...document.errors.map(fault),
      ...maps.flatMap(repeatedKeys),
      ...document.warnings,
    ];
    if (faults.length > 0) {
      throw new WorldFileError(
        faults.map(({ pos: [at], message }) => `${name}:${placeIn(lines, at)} ${message}`),
      );
    }
    // An empty file is an empty world, not the lack of one.
    const isEmpty = document.contents === null;
    const value = isEmpty ? {} : plain(document.toJS({ maxAliasCount: ALIASES_MAX }), new Set());
    return { name, value, locator: async () => (issue) => positionOf(document, lines, issue) };
  } catch (error) {
    if (error instanceof WorldFileError) throw error;
    const reason = error instanceof RangeError ? TOO_DEEP : (error as Error).message;
    throw new WorldFileError([`cannot read ${name}: ${reason}`]);
  }
}

const TOO_DEEP = "it is nested too deeply";

interface Fault {
  readonly pos: readonly [number, ...unknown[]];
  readonly message: string;
}

/** A fault of the parser, which gives of what is nested too deeply only what the engine says. */
function fault({ code, pos, message }: YAMLError): Fault {
  return { pos, message: code === "RESOURCE_EXHAUSTION" ? TOO_DEEP : message };
}

/** A fault for each key that a map has already. */
function repeatedKeys({ items }: YAMLMap): Fault[] {
  const seen = new Set<unknown>();
  const repeated = (items as readonly Pair<Node | null>[]).filter(({ key }) => {
    const before = seen.size;
    seen.add(keyText(key) ?? key);
    return seen.size === before;
  });
  return repeated.map(({ key }) => ({
    pos: [offsetOf(key) ?? 0],
    message: "Map keys must be unique",
  }));
}

/** `14:7`, as editors take it after a file's name. */
function placeIn(lines: LineCounter, offset: number): string {
  const { line, col } = lines.linePos(offset);
  return `${line}:${col}`;
}

function positionOf(
  document: Document.Parsed,
  lines: LineCounter,
  { path, code }: Pick<ValidationIssue, "path" | "code">,
): TextPosition {
  let at: Node | null = document.contents;
  let offset = offsetOf(at) ?? 0;
  for (const [i, step] of path.entries()) {
    const part = partOf(document, at, step);
    if (part === undefined) break;
    // For an unknown key, the position of the key itself.
    const isKeyMeant = code === "UNKNOWN_KEY" && i === path.length - 1;
    offset = offsetOf(isKeyMeant ? part.key : (part.value ?? part.key)) ?? offset;
    at = part.value;
  }
  const { line, col } = lines.linePos(offset);
  return { line: Math.max(line, 1), column: Math.max(col, 1) };
}

interface Part {
  readonly key: Node | null;
  readonly value: Node | null;
}

/** What stands under a key or at a position; aliases are followed. */
function partOf(
  document: Document.Parsed,
  at: Node | null,
  step: string | number,
): Part | undefined {
  const node = at !== null && "resolve" in at ? at.resolve(document) : at;
  if (node === null || node === undefined || !("items" in node)) return undefined;
  if (typeof step === "number") {
    const item = node.items[step] as Node | undefined;
    return item === undefined ? undefined : { key: null, value: item };
  }
  const pairs = node.items as readonly Pair<Node, Node | null>[];
  const pair = pairs.find((each) => "key" in each && keyText(each.key) === step);
  return pair && { key: pair.key, value: pair.value };
}

function keyText(key: Node | null): string | undefined {
  return key !== null && "value" in key ? String(key.value) : undefined;
}

function offsetOf(node: Node | null): number | undefined {
  return node?.range?.[0];
}

/** Numbers as JSON has them, and no value that contains itself. */
function plain(value: unknown, above: ReadonlySet<unknown>): unknown {
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  if (typeof value !== "object" || value === null) return value;
  if (above.has(value)) throw new Error("an alias stands inside of what it stands for");
  const inside = new Set(above).add(value);
  if (Array.isArray(value)) return value.map((each) => plain(each, inside));
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plain(each, inside)]));
}
