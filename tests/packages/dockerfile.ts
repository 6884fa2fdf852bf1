// Parses a Dockerfile as an engine would: instructions with their arguments, continued lines
// joined.

export interface Instruction {
  readonly name: string;
  /** The text after the instruction's name, without flags. */
  readonly text: string;
  /** The flags: `--from=install` as `from: install`. */
  readonly flags: Readonly<Record<string, string>>;
}

/** The instructions of a Dockerfile, by its stages. */
export function stagesOf(dockerfile: string): readonly (readonly Instruction[])[] {
  const lines = dockerfile.split("\n").filter((line) => !/^\s*#/.test(line));
  const joined = lines.join("\n").replaceAll(/\\\n\s*/g, "");
  const instructions = joined
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map(instructionOf);
  const stages: Instruction[][] = [];
  for (const each of instructions) {
    if (each.name === "FROM") stages.push([]);
    stages.at(-1)?.push(each);
  }
  return stages;
}

function instructionOf(line: string): Instruction {
  const [, name = "", rest = ""] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
  const flags: Record<string, string> = {};
  const text = rest.replaceAll(
    /(?<=^|^(?:--\S+\s+)*)--([a-z-]+)=(\S+)\s+/g,
    (_, flag: string, value: string) => {
      flags[flag] = value;
      return "";
    },
  );
  return { name, text, flags };
}

/** The arguments of an instruction in JSON form: `["node", "-e", "…"]`. */
export function argumentsOf({ text }: Instruction): readonly string[] {
  return JSON.parse(text.replace(/^CMD\s+/, "")) as string[];
}

/** The variables that ENV sets: `NODE_ENV=production A=b`. */
export function variablesOf(stage: readonly Instruction[]): Record<string, string> {
  const settings = stage
    .filter(({ name }) => name === "ENV")
    .flatMap(({ text }) => text.split(/\s+/));
  const pairs = settings.map((each): [string, string] => {
    const [, name = "", value = ""] = /^(\w+)=(.*)$/.exec(each) ?? [];
    return [name, value];
  });
  return Object.fromEntries(pairs);
}
