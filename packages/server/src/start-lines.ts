// What a start says on stdout before its ready line: lines for people, or JSON for machines.

/** What belongs to a message, by name in snake_case. */
export type StartFacts = Readonly<Record<string, string>>;

/** Says one thing, with what belongs to it, and lines that people may copy. */
export type ShowAtStart = (message: string, facts?: StartFacts, lines?: readonly string[]) => void;

/** Names of facts stand in a column. */
const NAME_WIDTH = 13;

/** The level of information, as the log has it. */
const INFO_LEVEL = 30;

/**
 * @param print writes a line
 * @param now the service's time, in milliseconds
 */
export function startLines(
  format: "pretty" | "json",
  { print, now }: { readonly print: (line: string) => void; readonly now: () => number },
): ShowAtStart {
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
