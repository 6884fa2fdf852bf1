// The files of a console build: a page, and assets whose names contain a hash of their content.
import { readFile } from "node:fs/promises";
import { extname } from "node:path";

// In the packed program, which is JavaScript, the build is beside it.
const place = import.meta.url.endsWith(".ts") ? "../../../../console/dist/" : "./console/";
/** The build that comes with this program. */
export const builtConsole = new URL(place, import.meta.url);

const mediaTypes: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
  ".json": "application/json",
};

/** The encodings in which a build stores its files, the best first. */
const encodings = [
  ["br", ".br"],
  ["gzip", ".gz"],
] as const;

export interface BuiltFile {
  readonly bytes: Buffer;
  readonly mediaType: string;
  readonly encoding: string | undefined;
}

/** A file of a build; undefined where there is none of this name. */
export async function builtFile(
  folder: URL,
  name: string,
  accepts: string,
): Promise<BuiltFile | undefined> {
  const mediaType = mediaTypes[extname(name)];
  if (mediaType === undefined || !/^(assets\/)?[\w.-]+$/.test(name)) return undefined;
  for (const [encoding, suffix] of encodings) {
    if (!accepts.includes(encoding)) continue;
    const bytes = await bytesAt(folder, name + suffix);
    if (bytes !== undefined) return { bytes, mediaType, encoding };
  }
  const bytes = await bytesAt(folder, name);
  return bytes === undefined ? undefined : { bytes, mediaType, encoding: undefined };
}

async function bytesAt(folder: URL, name: string): Promise<Buffer | undefined> {
  try {
    return await readFile(new URL(name, folder));
  } catch {
    return undefined;
  }
}
