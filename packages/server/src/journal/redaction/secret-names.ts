// Finds secrets by the field names that the contract declares, in JSON, forms and queries. It uses
// patterns rather than parsers, since broken JSON may contain a secret too.
import { quoted } from "@antechamber/contract/schema";
import { parseJson } from "../../platform/formats/json.ts";
import { percentDecoded } from "../../platform/formats/percent-encoding.ts";
import { literal } from "../literal.ts";
import { KNOWN_MAX, REDACTED } from "./known-secrets.ts";

/** Called with each secret that was found. */
export type OnSecret = (secret: string) => void;

/** Redacts the values of certain names in texts. */
export interface NamedSecrets {
  /** Redacts string values. */
  json(text: string, found: OnSecret): string;
  /** Redacts values of every type, since a client may send any in place of a string. */
  sentJson(text: string, found: OnSecret): string;
  /** Redacts values in `a=1&b=2`, the form of queries and urlencoded bodies. */
  pairs(text: string, found: OnSecret): string;
  /** Redacts the parts of a multipart form. */
  parts(text: string, found: OnSecret): string;
}

const unchanged = (text: string) => text;
const noSecrets: NamedSecrets = {
  json: unchanged,
  sentJson: unchanged,
  pairs: unchanged,
  parts: unchanged,
};

/** Compiles the redaction of these names. */
export function namedSecrets(names: ReadonlySet<string>): NamedSecrets {
  if (names.size === 0) return noSecrets;
  const choice = [...names].map((name) => literal(name)).join("|");
  // This also matches a value that is cut off by the end of the text.
  const field = new RegExp(
    String.raw`("(?:${choice})"\s*:\s*")([^"\\]*(?:\\.[^"\\]*)*)(\\?$)?`,
    "gi",
  );
  // The headers of a part, more and longer than any client sends, and its content.
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
    sentJson: (text, found) => json(redactOtherTypes(plainText(text), otherField, found), found),
    pairs: (text, found) =>
      text
        .split("&")
        .map((pair) => {
          const [name, value] = splitPair(pair);
          if (value === "" || !names.has(decodeFormValue(name).toLowerCase())) return pair;
          found(decodeFormValue(value));
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

/** Redacts numbers, arrays and objects that follow the matched keys. */
function redactOtherTypes(text: string, heads: RegExp, found: OnSecret): string {
  let redacted = "";
  let copiedTo = 0;
  for (const { index, 0: head } of text.matchAll(heads)) {
    const from = index + head.length;
    if (from < copiedTo) continue;
    const value = valueAt(text, from);
    for (const secret of secretsWithin(value)) found(secret);
    redacted += `${text.slice(copiedTo, from)}"${REDACTED}"`;
    copiedTo = from + value.length;
  }
  return copiedTo === 0 ? text : redacted + text.slice(copiedTo);
}

/** The number, array or object at an index, up to its closing bracket or the end of the text. */
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

/** The strings in a value, and the whole value as error messages quote it. */
function secretsWithin(value: string): readonly string[] {
  const strings = value.matchAll(/"([^"\\]*(?:\\.[^"\\]*)*)"?(\s*:)?/g);
  const texts = [...strings].flatMap(([, text = "", isKey]) => (isKey === undefined ? [text] : []));
  const whole = quotedValue(value);
  // Within JSON, as in the body of a response, its quotation marks are escaped.
  const wholes = new Set([whole, JSON.stringify(whole).slice(1, -1)]);
  return [...texts, ...[...wholes].filter(({ length }) => length <= KNOWN_MAX)];
}

/** The value as an error message quotes it. */
function quotedValue(value: string): string {
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

/** Decodes a value of a form or a query; malformed percent-encoding is left as it is. */
export function decodeFormValue(text: string): string {
  return percentDecoded(text.replaceAll("+", " "));
}

/** Decodes the percent-encoded parts of a text. */
export function decodePercents(text: string): string {
  return text.replaceAll(/(?:%[\da-f]{2})+/gi, percentDecoded);
}

/**
 * Decodes unicode escapes of ASCII characters that need none, except quotation marks and
 * backslashes.
 */
function plainText(json: string): string {
  if (!json.includes("\\u00")) return json;
  return json.replaceAll(/\\u00([2-7][0-9a-f])/gi, (whole, digits: string) => {
    const letter = String.fromCharCode(Number.parseInt(digits, 16));
    return letter === '"' || letter === "\\" ? whole : letter;
  });
}
