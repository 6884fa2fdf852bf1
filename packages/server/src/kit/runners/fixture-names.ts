// Finds out which fixtures a test uses in runners without fixtures of their own: from the names in
// `({ world, guild }) => …`.

/**
 * The names that a function destructures from one of its parameters; empty if it has no such
 * parameter.
 *
 * @throws TypeError when the parameter is not destructured
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

/** The parameters of a function in its source. */
function parametersOf(source: string): readonly string[] {
  const alone = /^(?:async\s+)?([\p{L}_$][\p{L}\p{N}_$]*)\s*=>/u.exec(source)?.[1];
  if (alone !== undefined) return [alone];
  const open = source.indexOf("(");
  return partsOf(source.slice(open + 1, closingAt(source, open)));
}

const opening = "([{";
const closing = ")]}";

/** The index of the bracket that closes the one at an index. */
function closingAt(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    const sign = text[at] ?? "";
    if (opening.includes(sign)) depth += 1;
    if (closing.includes(sign) && (depth -= 1) === 0) return at;
  }
  return text.length;
}

/** Splits a text at the commas outside of brackets. */
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
