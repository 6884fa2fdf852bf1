// Names and content types of files, as far as the sender's claims can be trusted.

/** Content types that a browser may display inline, by file extension. */
const media: Readonly<Record<string, string>> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  avif: "image/avif",
  mp3: "audio/mpeg",
  ogg: "audio/ogg",
  wav: "audio/x-wav",
  flac: "audio/flac",
  m4a: "audio/mp4",
  mp4: "video/mp4",
  webm: "video/webm",
  mov: "video/quicktime",
};

/** Content types that are recognised, but not displayed inline. */
const others: Readonly<Record<string, string>> = {
  txt: "text/plain",
  log: "text/plain",
  md: "text/markdown",
  csv: "text/csv",
  html: "text/html",
  json: "application/json",
  pdf: "application/pdf",
  zip: "application/zip",
};

/** A Map, because `__proto__` and `constructor` must not be found as extensions. */
const typesByEnding = new Map(Object.entries({ ...others, ...media }));

const shownInPlace: ReadonlySet<string> = new Set(Object.values(media));

/** True for pictures, audio and video without active content. */
export function isShownInPlace(contentType: string): boolean {
  return shownInPlace.has(contentType);
}

/** The type that clients send when they do not recognise a file; it counts as none. */
const UNKNOWN_TYPE = "application/octet-stream";

const TYPE = /^[a-z]+\/[a-z0-9][a-z0-9.+-]{0,100}$/;

function typeByName(filename: string): string | undefined {
  const ending = /[^.]*$/.exec(filename)?.[0].toLowerCase() ?? "";
  return typesByEnding.get(ending);
}

/** The content type of a file: the sender's, else by the extension, else undefined. */
export function contentTypeOf(filename: string, declared: string | undefined): string | undefined {
  const mediaType = (declared ?? "").replace(/;.*/s, "").trim().toLowerCase();
  const type =
    TYPE.test(mediaType) && mediaType !== UNKNOWN_TYPE ? mediaType : typeByName(filename);
  return type?.startsWith("text/") === true ? `${type}; charset=utf-8` : type;
}

/** The last segment of a path, in Unix or Windows notation. */
function lastOf(path: string): string {
  return path.split(/[/\\]/).at(-1) ?? "";
}

const NAME_MAX = 150;

/** Only letters, digits and `._-`, so that the name is valid in every address and folder. */
export function safeName(original: string): string {
  const plain = lastOf(original)
    .replaceAll(/\s+/g, "_")
    .replaceAll(/[^\w.-]/g, "");
  const dot = plain.lastIndexOf(".");
  const stem = (dot < 0 ? plain : plain.slice(0, dot)).replace(/^[.-]+/, "");
  const ending = dot < 0 ? "" : plain.slice(dot).slice(0, 20);
  return `${stem === "" ? "unknown" : stem.slice(0, NAME_MAX)}${ending === "." ? "" : ending}`;
}

/** The title of a file whose name was changed when it was stored. */
export function titleOf(original: string): string | undefined {
  const last = lastOf(original);
  const title = last.replace(/\.[^.]*$/, "").slice(0, 1024);
  return safeName(last) === last || title === "" ? undefined : title;
}
