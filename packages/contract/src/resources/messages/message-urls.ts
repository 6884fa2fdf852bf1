// Addresses in embeds and components. Source: machine specification; leaf codes are those that clients
// have seen.
import { refine, text, type Report } from "../../schema/values.ts";

/** `scheme://host` and what follows. The scheme decides what the rest may be. */
const SHAPE = /^([a-z][a-z0-9+.-]*):\/\/(\S+)$/i;

const HOST =
  /^(?:[^\s/?#@]*@)?(?:\[[0-9a-f:.]+\]|[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*\.?)(?::(\d{1,5}))?(?:[/?#]|$)/iu;

const PORT_MAX = 65_535;

type Scheme = "http" | "https" | "discord" | "attachment";

function isWellFormed(scheme: string, rest: string): boolean {
  if (scheme === "attachment") return true;
  const host = HOST.exec(rest);
  return host !== null && Number(host[1] ?? 0) <= PORT_MAX;
}

function check(given: string, schemes: readonly Scheme[], report: Report): void {
  const [, scheme = "", rest = ""] = SHAPE.exec(given) ?? [];
  if (scheme === "" || !isWellFormed(scheme.toLowerCase(), rest)) {
    report([], "URL_TYPE_INVALID_URL", "Not a well formed URL.");
  } else if (!schemes.some((each) => each === scheme.toLowerCase())) {
    const known = schemes.map((each) => `'${each}'`).join(", ");
    const tuple = schemes.length === 1 ? `(${known},)` : `(${known})`;
    const message = `Scheme "${scheme}" is not supported. Scheme must be one of ${tuple}.`;
    report([], "URL_TYPE_INVALID_SCHEME", message);
  }
}

function address(max: number, ...schemes: readonly Scheme[]) {
  return refine(text({ max }), (value, report) => check(value, schemes, report));
}

/** A page that a reader may open. */
export const PageUrl = address(2048, "http", "https");

/** A picture or other media: on the web, or a file of the same message by its name. */
export const MediaUrl = address(2048, "http", "https", "attachment");

/** A file of the same message by its name. */
export const AttachmentUrl = address(2048, "attachment");

/** Where a button leads. Source: protocol: commands-and-interactions 5.5. */
export const ButtonUrl = address(512, "http", "https", "discord");
