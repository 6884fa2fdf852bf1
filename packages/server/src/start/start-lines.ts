// The output of a start before its ready line: lines for users, or JSON for machines.

/** The values of a message, by name in snake_case. */
export type StartFacts = Readonly<Record<string, string>>;

/** Prints a message with its values, and lines that users may copy. */
export type PrintAtStart = (message: string, facts?: StartFacts, lines?: readonly string[]) => void;

/** The width of the column with the names. */
const NAME_WIDTH = 13;

/** The number of the log level `info`. */
const INFO_LEVEL = 30;

/**
 * @param print writes a line
 * @param now the service's time, in milliseconds
 */
export function startLines(
  format: "pretty" | "json",
  { print, now }: { readonly print: (line: string) => void; readonly now: () => number },
): PrintAtStart {
  if (format === "json") {
    return (msg, facts = {}, lines) => {
      const code = lines === undefined ? {} : { code: lines.join("\n") };
      print(JSON.stringify({ level: INFO_LEVEL, time: now(), ...facts, ...code, msg }));
    };
  }
  return (message, facts = {}, lines = []) => {
    const named = Object.entries(facts).map(
      ([name, value]) => name.replaceAll("_", " ").padEnd(NAME_WIDTH) + value,
    );
    const more = [...named, ...lines];
    print(more.length === 0 ? message : `${message}:`);
    for (const each of more) print(`  ${each}`);
  };
}
