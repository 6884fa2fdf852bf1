// Addresses in embeds and components. Source: machine specification; leaf codes are those that clients
// have seen.
import { refine, text, type Report } from "../../schema/values.ts";

/** What stands between a scheme and the rest; without it the whole text is taken for the scheme. */
const MARK = "://";

const HOST =
  /^(?:[^\s/?#@]*@)?(?:\[[0-9a-f:.]+\]|[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*\.?)(?::(\d{1,5}))?(?:[/?#]|$)/iu;

const PORT_MAX = 65_535;

type Scheme = "http" | "https" | "discord" | "attachment";

/** The scheme decides what the rest may be. */
function isWellFormed(scheme: string, rest: string): boolean {
  if (!/^\S+$/.test(rest)) return false;
  if (scheme === "attachment") return true;
  const host = HOST.exec(rest);
  return host !== null && Number(host[1] ?? 0) <= PORT_MAX;
}

interface Schemes {
  readonly taken: readonly Scheme[];
  /** Those that a refusal names. */
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

/** A page that a reader may open. */
export const PageUrl = address(2048, { taken: web });

/** A picture or other media: on the web, or a file of the same message by its name. */
export const MediaUrl = address(2048, { taken: [...web, "attachment"] });

/** The same in an embed, whose refusals name the web alone. */
export const EmbedMediaUrl = address(2048, { taken: [...web, "attachment"], named: web });

/** A file of the same message by its name. */
export const AttachmentUrl = address(2048, { taken: ["attachment"] });

/** Where a button leads. Source: protocol: commands-and-interactions 5.5. */
export const ButtonUrl = address(512, { taken: [...web, "discord"] });
