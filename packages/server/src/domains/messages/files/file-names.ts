// What a file is called and what kind it is, as far as its sender can be believed.

/** Kinds that a browser may show in place, by how the names of such files end. */
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

/** Kinds of which it is only good to know them. */
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

/** A map: `__proto__` and `constructor` are endings that nobody knows. */
const typesByEnding = new Map(Object.entries({ ...others, ...media }));

const shownInPlace: ReadonlySet<string> = new Set(Object.values(media));

/** True for pictures, sound and film that hold no programs. */
export function isShownInPlace(contentType: string): boolean {
  return shownInPlace.has(contentType);
}

/** Nothing but itself: what a client writes when it does not know. */
const UNKNOWN_TYPE = "application/octet-stream";

const TYPE = /^[a-z]+\/[a-z0-9][a-z0-9.+-]{0,100}$/;

function typeByName(filename: string): string | undefined {
  const ending = /[^.]*$/.exec(filename)?.[0].toLowerCase() ?? "";
  return typesByEnding.get(ending);
}

/** The content type of a file: the sender's, else by its name, else undefined. */
export function contentTypeOf(filename: string, declared: string | undefined): string | undefined {
  const said = (declared ?? "").replace(/;.*/s, "").trim().toLowerCase();
  const type = TYPE.test(said) && said !== UNKNOWN_TYPE ? said : typeByName(filename);
  return type?.startsWith("text/") === true ? `${type}; charset=utf-8` : type;
}

/** The last step of a path, of either kind of system. */
function lastOf(path: string): string {
  return path.split(/[/\\]/).at(-1) ?? "";
}

const NAME_MAX = 150;

/** Letters, digits and `._-` alone, so that a name means the same in every address and folder. */
export function safeName(given: string): string {
  const plain = lastOf(given)
    .replaceAll(/\s+/g, "_")
    .replaceAll(/[^\w.-]/g, "");
  const dot = plain.lastIndexOf(".");
  const stem = (dot < 0 ? plain : plain.slice(0, dot)).replace(/^[.-]+/, "");
  const ending = dot < 0 ? "" : plain.slice(dot).slice(0, 20);
  return `${stem === "" ? "unknown" : stem.slice(0, NAME_MAX)}${ending === "." ? "" : ending}`;
}

/** What is shown as the file's title when its name could not be kept. */
export function titleOf(given: string): string | undefined {
  const last = lastOf(given);
  const title = last.replace(/\.[^.]*$/, "").slice(0, 1024);
  return safeName(last) === last || title === "" ? undefined : title;
}
