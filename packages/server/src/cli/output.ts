// What commands print: lines for people, or JSON for programs; everything else goes to stderr.
import { styleText, type InspectColor } from "node:util";
import type { ClientDeps } from "./deps.ts";

/** The colours that lines are painted in, and their ends: of an author's text, the same do no harm. */
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

  /** Text in a colour, where people see colours. */
  paint(style: InspectColor, text: string): string {
    if (!this.#colours) return text;
    return styleText(style, text, { validateStream: false });
  }

  /** What a command found: as JSON where that was asked for, else in lines. */
  show(value: unknown, lines: () => readonly string[]): void {
    if (this.isJson) this.#deps.out(`${JSON.stringify(value ?? {})}\n`);
    else for (const line of lines()) this.line(line);
  }

  /** A line for people. */
  line(text: string): void {
    this.#deps.out(`${this.#harmless(text)}\n`);
  }

  /** A document: as it is for programs and files, and as a terminal may show it on one. */
  document(text: string): void {
    const shown = this.#deps.isTerminal.out ? this.#harmless(text) : text;
    this.#deps.out(shown.endsWith("\n") ? shown : `${shown}\n`);
  }

  /** A document of some kind: as it is, or in an object that names its kind. */
  exported(as: string, text: string): void {
    if (this.isJson) this.show({ as, text }, () => []);
    else this.document(text);
  }

  /** Something beside the result. */
  note(text: string): void {
    if (!this.#options.quiet) this.#deps.err(`${this.#harmless(text)}\n`);
  }

  /** A line that stays until something else is known. */
  progress(text: string): () => void {
    if (this.#options.quiet || !this.#deps.isTerminal.err) return () => undefined;
    this.#deps.err(text);
    return () => this.#deps.err("\r\u001B[K");
  }

  #harmless(text: string): string {
    return withoutControls(text, (found) => this.#colours && colours.has(found));
  }
}

/**
 * Text without what would steer a terminal: users and applications write what lines show, and could
 * move the cursor, write into the clipboard or hide what stands above. Lines and tabs stay.
 *
 * @param isOurs says of a sequence that sets a colour whether it stays
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

/** Rows with columns of one width, the last one as wide as it is. */
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
