// World files as text: YAML, and JSON, which YAML contains.
import { readFile, stat } from "node:fs/promises";
import type { Document } from "yaml";

/** A world file that cannot be read, said in one line. */
export class WorldFileError extends Error {
  override readonly name = "WorldFileError";
}

/** The largest world file. */
export const WORLD_FILE_BYTES_MAX = 64 * 1024 * 1024;
/** Aliases that a file may follow; more of them would grow a small file without bounds. */
const ALIASES_MAX = 1000;

/**
 * Reads a world file from the disk.
 *
 * @throws WorldFileError with a line for people
 */
export async function readWorldFile(path: string): Promise<unknown> {
  return await parseWorldText(await textOf(path), path);
}

async function textOf(path: string): Promise<string> {
  try {
    const { size } = await stat(path);
    if (size <= WORLD_FILE_BYTES_MAX) return await readFile(path, "utf8");
  } catch (error) {
    throw new WorldFileError(`cannot read the world file ${path}: ${reasonOf(error)}`);
  }
  throw new WorldFileError(
    `cannot read the world file ${path}: it is larger than ${WORLD_FILE_BYTES_MAX} bytes`,
  );
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EACCES: "permission denied",
  EISDIR: "it is a directory",
};

function reasonOf(error: unknown): string {
  const code = String((error as { code?: unknown }).code);
  return reasons[code] ?? code;
}

/**
 * Parses the text of a world file into plain values; whole numbers that a double cannot hold stay
 * whole, as bigints, so that ids without quotes keep their digits.
 *
 * @param name what messages call the file
 * @throws WorldFileError with the line of the first fault
 */
export async function parseWorldText(text: string, name: string): Promise<unknown> {
  // Most starts read no file, and need no parser.
  const { parseDocument } = await import("yaml");
  try {
    const document = parseDocument(text, { intAsBigInt: true, logLevel: "error" });
    // An empty file is an empty world, not the lack of one.
    return plain(valueOf(document), new Set()) ?? {};
  } catch (error) {
    const reason =
      error instanceof RangeError ? "it is nested too deeply" : (error as Error).message;
    throw new WorldFileError(`cannot read the world file ${name}: ${reason}`);
  }
}

function valueOf(document: Document.Parsed): unknown {
  const [issue] = [...document.errors, ...document.warnings];
  if (issue === undefined) return document.toJS({ maxAliasCount: ALIASES_MAX });
  const [at] = issue.linePos ?? [];
  // The library's own text goes on with the place and a picture of the line.
  const [what = issue.code] = issue.message.split(/ at line \d+| \n|\n/);
  throw new Error(at === undefined ? what : `line ${at.line}, column ${at.col}: ${what}`);
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
