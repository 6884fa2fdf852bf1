// The output of commands: lines for users, or JSON for programs. Everything else goes to stderr.
import { styleText, type InspectColor } from "node:util";
import type { ClientDeps } from "./deps.ts";

/** The escape sequences used for colours; in text from users, the same sequences do no harm. */
const colours: ReadonlySet<string> = new Set(
  [1, 2, 22, 31, 32, 33, 39].map((code) => `\u001B[${code}m`),
);

export interface OutputOptions {
  readonly json: boolean;
  readonly quiet: boolean;
  readonly color: boolean;
}

export class Output {
  readonly #deps: ClientDeps;
  readonly #options: OutputOptions;
  readonly #colours: boolean;

  constructor(deps: ClientDeps, options: OutputOptions) {
    this.#deps = deps;
    this.#options = options;
    const { NO_COLOR: none = "", FORCE_COLOR: forced = "" } = deps.env;
    this.#colours = options.color && none === "" && (deps.isTerminal.out || forced !== "");
  }

  get isJson(): boolean {
    return this.#options.json;
  }

  /** The text in a colour, if the output shows colours. */
  paint(style: InspectColor, text: string): string {
    if (!this.#colours) return text;
    return styleText(style, text, { validateStream: false });
  }

  /** Prints the result of a command: as JSON if requested, else as lines. */
  show(value: unknown, lines: () => readonly string[]): void {
    if (this.isJson) this.#deps.out(`${JSON.stringify(value ?? {})}\n`);
    else for (const line of lines()) this.line(line);
  }

  /** Prints a line. */
  line(text: string): void {
    this.#deps.out(`${this.#sanitize(text)}\n`);
  }

  /** Prints a document; to a terminal without control characters, otherwise unchanged. */
  document(text: string): void {
    const printed = this.#deps.isTerminal.out ? this.#sanitize(text) : text;
    this.#deps.out(printed.endsWith("\n") ? printed : `${printed}\n`);
  }

  /** Prints a document of some kind: as it is, or as JSON in an object that names its kind. */
  showDocument(as: string, text: string): void {
    if (this.isJson) this.show({ as, text }, () => []);
    else this.document(text);
  }

  /** Prints something other than the result, to stderr. */
  note(text: string): void {
    if (!this.#options.quiet) this.#deps.err(`${this.#sanitize(text)}\n`);
  }

  /** Prints a line that stays until the returned function is called. */
  progress(text: string): () => void {
    if (this.#options.quiet || !this.#deps.isTerminal.err) return () => undefined;
    this.#deps.err(text);
    return () => this.#deps.err("\r\u001B[K");
  }

  #sanitize(text: string): string {
    return withoutControls(text, (found) => this.#colours && colours.has(found));
  }
}

/**
 * The text without control characters other than newlines and tabs: users and applications write
 * what is printed, and could move the cursor, write to the clipboard or hide earlier lines.
 *
 * @param isOurs returns whether a colour sequence is kept
 */
export function withoutControls(
  text: string,
  isOurs: (sequence: string) => boolean = () => false,
): string {
  return text.replaceAll(/\p{Cc}\[\d+m|[^\P{Cc}\n\t]/gu, (found) => {
    if (isOurs(found)) return found;
    return found.slice(1);
  });
}

/** Rows with aligned columns; the last column is not padded. */
export function table(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, i) =>
    Math.max(...rows.map((row) => (row[i] ?? "").length)),
  );
  return rows.map((row) =>
    row
      .map((cell, i) => (i === row.length - 1 ? cell : cell.padEnd(widths[i] ?? 0)))
      .join("  ")
      .trimEnd(),
  );
}
