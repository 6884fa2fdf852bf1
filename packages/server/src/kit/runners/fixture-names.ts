// Which fixtures a test asks for, as runners without fixtures of their own learn it: from the names in
// `({ world, guild }) => …`.

/**
 * The names that a function takes apart in one of its parameters; none where it has no such
 * parameter.
 *
 * @throws TypeError when the parameter is there, and no names can be read
 */
export function fixtureNames(test: (...args: never[]) => unknown, position = 0): readonly string[] {
  const parameter = parametersOf(String(test))[position]?.trim() ?? "";
  if (parameter === "") return [];
  if (!parameter.startsWith("{") || !parameter.endsWith("}")) {
    throw new TypeError(`write what the test needs as ({ world }) => …, not "${parameter}"`);
  }
  return partsOf(parameter.slice(1, -1))
    .map((part) => part.split(/[:=]/, 1)[0]?.trim() ?? "")
    .filter((name) => name !== "");
}

/** The parameters of a function as they are written. */
function parametersOf(source: string): readonly string[] {
  const alone = /^(?:async\s+)?([\p{L}_$][\p{L}\p{N}_$]*)\s*=>/u.exec(source)?.[1];
  if (alone !== undefined) return [alone];
  const open = source.indexOf("(");
  return partsOf(source.slice(open + 1, closingAt(source, open)));
}

const opening = "([{";
const closing = ")]}";

/** Where the bracket that stands at a place is closed. */
function closingAt(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    const sign = text[at] ?? "";
    if (opening.includes(sign)) depth += 1;
    if (closing.includes(sign) && (depth -= 1) === 0) return at;
  }
  return text.length;
}

/** What stands between commas that are inside no bracket. */
function partsOf(text: string): readonly string[] {
  const parts = [""];
  let depth = 0;
  for (const sign of text) {
    if (opening.includes(sign)) depth += 1;
    if (closing.includes(sign)) depth -= 1;
    if (sign === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += sign;
  }
  return parts;
}
