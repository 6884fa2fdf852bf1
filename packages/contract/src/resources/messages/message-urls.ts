// URLs in embeds and components. Source: machine specification; leaf codes are those that clients
// have received.
import { refine, text, type Report } from "../../schema/values.ts";

/** Ends the scheme; in a text without it the whole text counts as the scheme. */
const MARK = "://";

const HOST =
  /^(?:[^\s/?#@]*@)?(?:\[[0-9a-f:.]+\]|[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*\.?)(?::(\d{1,5}))?(?:[/?#]|$)/iu;

const PORT_MAX = 65_535;

type Scheme = "http" | "https" | "discord" | "attachment";

/** The scheme determines the format of the rest. */
function isWellFormed(scheme: string, rest: string): boolean {
  if (!/^\S+$/.test(rest)) return false;
  if (scheme === "attachment") return true;
  const host = HOST.exec(rest);
  return host !== null && Number(host[1] ?? 0) <= PORT_MAX;
}

interface Schemes {
  readonly taken: readonly Scheme[];
  /** The schemes that the error names. */
  readonly named?: readonly Scheme[];
}

function check(given: string, { taken, named = taken }: Schemes, report: Report): void {
  const [scheme = ""] = given.split(MARK, 1);
  if (!taken.some((each) => each === scheme.toLowerCase())) {
    const known = named.map((each) => `'${each}'`).join(", ");
    const tuple = named.length === 1 ? `(${known},)` : `(${known})`;
    const message = `Scheme "${scheme}" is not supported. Scheme must be one of ${tuple}.`;
    report([], "URL_TYPE_INVALID_SCHEME", message);
  } else if (!isWellFormed(scheme.toLowerCase(), given.slice(scheme.length + MARK.length))) {
    report([], "URL_TYPE_INVALID_URL", "Not a well formed URL.");
  }
}

function address(max: number, schemes: Schemes) {
  return refine(text({ max }), (value, report) => check(value, schemes, report));
}

const web = ["http", "https"] as const;

/** The URL of a page that a user may open. */
export const PageUrl = address(2048, { taken: web });

/** The URL of an image or other media: on the web, or a file of the same message by its name. */
export const MediaUrl = address(2048, { taken: [...web, "attachment"] });

/** Like MediaUrl, but in an embed, where the error only names the schemes of the web. */
export const EmbedMediaUrl = address(2048, { taken: [...web, "attachment"], named: web });

/** A file of the same message by its name. */
export const AttachmentUrl = address(2048, { taken: ["attachment"] });

/** The URL that a button opens. Source: protocol: commands-and-interactions 5.5. */
export const ButtonUrl = address(512, { taken: [...web, "discord"] });
