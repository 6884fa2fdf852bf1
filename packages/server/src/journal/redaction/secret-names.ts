// Finds secrets by the names that the contract declares, in whatever text they stand: JSON, forms,
// queries, broken JSON too, since what cannot be read may hold a secret all the same.
import { literal } from "../literal.ts";
import { REDACTED } from "./known-secrets.ts";

/** Called with each secret that was found. */
export type Found = (secret: string) => void;

/** Takes the values of some names out of texts. */
export interface NamedSecrets {
  json(text: string, found: Found): string;
  /** `a=1&b=2`, as queries and urlencoded forms have it. */
  pairs(text: string, found: Found): string;
}

const nothing: NamedSecrets = { json: (text) => text, pairs: (text) => text };

/** Compiles what takes out the values of these names. */
export function namedSecrets(names: ReadonlySet<string>): NamedSecrets {
  if (names.size === 0) return nothing;
  const choice = [...names].map((name) => literal(name)).join("|");
  // A value that is cut off in the middle is one too.
  const field = new RegExp(
    String.raw`("(?:${choice})"\s*:\s*")([^"\\]*(?:\\.[^"\\]*)*)(\\?$)?`,
    "gi",
  );
  return {
    json: (text, found) =>
      plainText(text).replace(field, (whole, head: string, value: string) => {
        if (value === "") return whole;
        found(value);
        return head + REDACTED;
      }),
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
  };
}

function splitPair(pair: string): readonly [string, string] {
  const at = pair.indexOf("=");
  return at < 0 ? [pair, ""] : [pair.slice(0, at), pair.slice(at + 1)];
}

/** As forms and queries are decoded; what is encoded wrongly stands for itself. */
export function decoded(text: string): string {
  const spaced = text.replaceAll("+", " ");
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

/** Letters that JSON writes by their numbers, where nobody needs that, as letters. */
function plainText(json: string): string {
  if (!json.includes("\\u00")) return json;
  return json.replaceAll(/\\u00([2-7][0-9a-f])/gi, (whole, digits: string) => {
    const letter = String.fromCharCode(Number.parseInt(digits, 16));
    return letter === '"' || letter === "\\" ? whole : letter;
  });
}
