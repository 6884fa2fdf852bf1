// Finds secrets by the names that the contract declares, in whatever text they stand: JSON, forms,
// queries, broken JSON too, since what cannot be read may hold a secret all the same.
import { quoted } from "@antechamber/contract/schema";
import { parseJson } from "../../platform/formats/json.ts";
import { percentDecoded } from "../../platform/formats/percent-encoding.ts";
import { literal } from "../literal.ts";
import { KNOWN_MAX, REDACTED } from "./known-secrets.ts";

/** Called with each secret that was found. */
export type Found = (secret: string) => void;

/** Takes the values of some names out of texts. */
export interface NamedSecrets {
  /** Values that are texts. */
  json(text: string, found: Found): string;
  /** Values of every type, as a client may send any in place of a text. */
  sentJson(text: string, found: Found): string;
  /** `a=1&b=2`, as queries and urlencoded forms have it. */
  pairs(text: string, found: Found): string;
  /** The parts of a multipart form. */
  parts(text: string, found: Found): string;
}

const unchanged = (text: string) => text;
const nothing: NamedSecrets = {
  json: unchanged,
  sentJson: unchanged,
  pairs: unchanged,
  parts: unchanged,
};

/** Compiles what takes out the values of these names. */
export function namedSecrets(names: ReadonlySet<string>): NamedSecrets {
  if (names.size === 0) return nothing;
  const choice = [...names].map((name) => literal(name)).join("|");
  // A value that is cut off in the middle is one too.
  const field = new RegExp(
    String.raw`("(?:${choice})"\s*:\s*")([^"\\]*(?:\\.[^"\\]*)*)(\\?$)?`,
    "gi",
  );
  // Its headers, of which some are more than any client sends, and what stands behind them.
  const part = new RegExp(
    String.raw`(content-disposition:[^\r\n]{0,1000};\s*name="?(?:${choice})"?(?=[;\s])` +
      String.raw`[^\r\n]{0,1000}(?:\r\n[^\r\n]{1,1000}){0,20}\r\n\r\n)([^]+?)(?=\r\n--|$)`,
    "gi",
  );
  const otherField = new RegExp(String.raw`"(?:${choice})"\s*:\s*(?=[[{\d-])`, "gi");
  const json: NamedSecrets["json"] = (text, found) =>
    plainText(text).replace(field, (whole, head: string, value: string) => {
      if (value === "" || value === REDACTED) return whole;
      found(value);
      return head + REDACTED;
    });
  return {
    json,
    sentJson: (text, found) => json(withoutOthers(plainText(text), otherField, found), found),
    pairs: (text, found) =>
      text
        .split("&")
        .map((pair) => {
          const [name, value] = splitPair(pair);
          if (value === "" || !names.has(decoded(name).toLowerCase())) return pair;
          found(decoded(value));
          return `${name}=${REDACTED}`;
        })
        .join("&"),
    parts: (text, found) =>
      text.replace(part, (whole, head: string, value: string) => {
        if (value === REDACTED || /filename\*?=/i.test(head)) return whole;
        found(value);
        return head + REDACTED;
      }),
  };
}

/** A text without the numbers, lists and objects that stand behind the heads of fields. */
function withoutOthers(text: string, heads: RegExp, found: Found): string {
  let kept = "";
  let keptTo = 0;
  for (const { index, 0: head } of text.matchAll(heads)) {
    const from = index + head.length;
    if (from < keptTo) continue;
    const value = valueAt(text, from);
    for (const secret of secretsWithin(value)) found(secret);
    kept += `${text.slice(keptTo, from)}"${REDACTED}"`;
    keptTo = from + value.length;
  }
  return keptTo === 0 ? text : kept + text.slice(keptTo);
}

/** A number, or what ends with the bracket that closes the first one; or with the text. */
function valueAt(text: string, from: number): string {
  const part = /[[{]|[\]}]|"[^"\\]*(?:\\.[^"\\]*)*"?|[\d.eE+-]+|[^]/gy;
  part.lastIndex = from;
  let depth = 0;
  let to = from;
  do {
    const [found] = part.exec(text) ?? [];
    if (found === undefined) return text.slice(from);
    if (found === "[" || found === "{") depth += 1;
    if (found === "]" || found === "}") depth -= 1;
    to = part.lastIndex;
  } while (depth > 0);
  return text.slice(from, to);
}

/** The texts in a value, and all of it as messages quote it. */
function secretsWithin(value: string): readonly string[] {
  const strings = value.matchAll(/"([^"\\]*(?:\\.[^"\\]*)*)"?(\s*:)?/g);
  const texts = [...strings].flatMap(([, text = "", isKey]) => (isKey === undefined ? [text] : []));
  const whole = asQuoted(value);
  // Within JSON, as in the body of an answer, its quotation marks are escaped.
  const wholes = new Set([whole, JSON.stringify(whole).slice(1, -1)]);
  return [...texts, ...[...wholes].filter(({ length }) => length <= KNOWN_MAX)];
}

/** As a message says what it could not read. */
function asQuoted(value: string): string {
  try {
    return quoted(parseJson(Buffer.from(value)));
  } catch {
    return value;
  }
}

function splitPair(pair: string): readonly [string, string] {
  const at = pair.indexOf("=");
  return at < 0 ? [pair, ""] : [pair.slice(0, at), pair.slice(at + 1)];
}

/** As forms and queries are decoded; what is encoded wrongly stands for itself. */
export function decoded(text: string): string {
  return percentDecoded(text.replaceAll("+", " "));
}

/** The text behind percent signs, wherever some of them encode one. */
export function partlyDecoded(text: string): string {
  return text.replaceAll(/(?:%[\da-f]{2})+/gi, percentDecoded);
}

/** Letters that JSON writes by their numbers, where nobody needs that, as letters. */
function plainText(json: string): string {
  if (!json.includes("\\u00")) return json;
  return json.replaceAll(/\\u00([2-7][0-9a-f])/gi, (whole, digits: string) => {
    const letter = String.fromCharCode(Number.parseInt(digits, 16));
    return letter === '"' || letter === "\\" ? whole : letter;
  });
}
