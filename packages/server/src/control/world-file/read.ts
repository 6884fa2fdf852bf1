// Parses the text of world files: YAML, and JSON, which is a subset of YAML. Issues are reported
// with their line and column.
import { readFile, stat } from "node:fs/promises";
import { basename } from "node:path";
import { limits } from "@antechamber/contract";
import type { ValidationIssue } from "@antechamber/contract/schema";
import { fileFault } from "../../platform/file-faults.ts";
import { parseJson } from "../../platform/formats/json.ts";
import type { Document, LineCounter, Node, Pair, YAMLError, YAMLMap } from "yaml";

/** A world file that cannot be used: each issue in a line of its own. */
export class WorldFileError extends Error {
  override readonly name = "WorldFileError";
  readonly lines: readonly string[];

  constructor(lines: readonly string[]) {
    super(lines.join("\n"));
    this.lines = lines;
  }
}

/** A world file that cannot be read from disk. */
export class UnreadableFileError extends WorldFileError {}

/** The largest size of a world file, in bytes. */
export const WORLD_FILE_BYTES_MAX = 64 * 1024 * 1024;
/** How many aliases a file may resolve; more would let a small file grow without bounds. */
const ALIASES_MAX = 1000;

/** A position in a text, with line and column counted from 1. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** The text of a world file, parsed. */
export interface WorldText {
  /** The name used in messages: `world.yaml`. */
  readonly name: string;
  readonly value: unknown;
  /**
   * Returns a function that finds positions in the text; undefined for JSON too long to parse
   * again.
   */
  locator(): Promise<Locator | undefined>;
}

/** Returns where the part that an issue is about begins; for a missing key, where its object begins. */
export type Locator = (issue: Pick<ValidationIssue, "path" | "code">) => TextPosition;

/**
 * Reads a world file, or another file in the same format, from disk.
 *
 * @throws WorldFileError with lines for people; UnreadableFileError if it cannot be read
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
 * Parses the text of a world file, YAML or JSON, into plain values. Integers that a double cannot
 * hold become bigints, so that ids without quotes keep their digits.
 *
 * @param name the name used in messages
 * @throws WorldFileError with the position of each issue
 */
export async function parseWorldText(text: string, name: string): Promise<WorldText> {
  // JSON.parse is a hundred times as fast, which matters for large files.
  const isLongJson = text.length > limits.worldYaml.value && text.trimStart().startsWith("{");
  return isLongJson ? jsonWorldText(text, name) : yamlWorldText(text, name);
}

/**
 * Parses a JSON text.
 *
 * @throws WorldFileError with the position of the issue
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

/** The position that the JSON parser appends to its message, if it knows it. */
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
  // Loaded on demand: most starts read no file and need no parser.
  const { LineCounter, parseDocument, visit } = await import("yaml");
  const lines = new LineCounter();
  try {
    const document = parseDocument(text, {
      intAsBigInt: true,
      logLevel: "error",
      prettyErrors: false,
      lineCounter: lines,
      // The parser would compare each key with all before it.
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
    // An empty file is an empty world, not a missing one.
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

/** An issue from a parser error, whose message for excessive nesting is only the engine's own. */
function fault({ code, pos, message }: YAMLError): Fault {
  return { pos, message: code === "RESOURCE_EXHAUSTION" ? TOO_DEEP : message };
}

/** An issue for each key that occurs twice in a map. */
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

/** A position as `14:7`, which editors accept after a file name. */
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

/** The node at a key or an index; aliases are resolved. */
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

/** Converts bigints to numbers where they fit, and rejects values that contain themselves. */
function plain(value: unknown, above: ReadonlySet<unknown>): unknown {
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  if (typeof value !== "object" || value === null) return value;
  if (above.has(value)) throw new Error("an alias is inside of the value that it refers to");
  const inside = new Set(above).add(value);
  if (Array.isArray(value)) return value.map((each) => plain(each, inside));
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plain(each, inside)]));
}
