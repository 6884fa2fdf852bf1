// Parses a systemd unit: sections with settings, some of which occur several times.

export interface Unit {
  /** Every value of a setting, in order; an empty value removes those before it. */
  all(section: string, name: string): readonly string[];
  /** The only value of a setting. @throws Error if there is none, or more than one */
  only(section: string, name: string): string;
}

interface Line {
  readonly section: string;
  readonly name: string;
  readonly value: string;
}

export function unitOf(text: string): Unit {
  const lines: Line[] = [];
  let section = "";
  for (const line of text.replaceAll(/\\\n\s*/g, "").split("\n")) {
    const [, heading] = /^\[(\w+)\]$/.exec(line) ?? [];
    const [, name, value = ""] = /^(\w+)=(.*)$/.exec(line) ?? [];
    if (heading !== undefined) section = heading;
    else if (name !== undefined) lines.push({ section, name, value });
    else if (!/^([#;].*|\s*)$/.test(line)) throw new Error(`not a line of a unit: ${line}`);
  }

  function all(wanted: string, name: string): readonly string[] {
    const values = lines
      .filter((line) => line.section === wanted && line.name === name)
      .map(({ value }) => value);
    return values.slice(values.lastIndexOf("") + 1);
  }

  return {
    all,
    only(wanted, name) {
      const [value, ...others] = all(wanted, name);
      if (value === undefined || others.length > 0) throw new Error(`one ${name}, please`);
      return value;
    },
  };
}

/** Parses variables as `Environment=` and environment files contain them: `A=b`, without quotes. */
export function assignmentsIn(lines: readonly string[]): Record<string, string> {
  const pairs = lines
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line): [string, string] => {
      const [, name, value = ""] = /^(\w+)=([^\s"']*)$/.exec(line) ?? [];
      if (name === undefined) throw new Error(`not a variable: ${line}`);
      return [name, value];
    });
  return Object.fromEntries(pairs);
}
