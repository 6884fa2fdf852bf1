// Joins the statements of one commit, so that the server begins and ends fewer: all records become one,
// and all index entries and events. The parts of one statement run in no order, so what takes entries
// away stays in front of them, since a unique value may change hands, and records come before entries,
// since a key that is taken must be what fails.
import type { StatementNames } from "./session.ts";
import type { Statement } from "./writer.ts";

/** Joined texts that are kept; a commit of yet another shape sends its statements one by one. */
const SHAPES_MAX = 1_000;
const PARAMETER = /\$(\d+)/g;

export class JoinedStatements {
  readonly #names: StatementNames;
  /** By the names of the statements that they are made of. */
  readonly #texts = new Map<string, string>();

  constructor(names: StatementNames) {
    this.#names = names;
  }

  /** Calls of functions, from left to right. */
  calls(statements: readonly Statement[]): readonly Statement[] {
    return this.#joined(statements, calling);
  }

  /** Inserts into different tables. */
  inserts(statements: readonly Statement[]): readonly Statement[] {
    return this.#joined(statements, inserting);
  }

  #joined(
    statements: readonly Statement[],
    join: (texts: readonly string[]) => string,
  ): readonly Statement[] {
    if (statements.length < 2) return statements;
    const shape = statements.map(([sql]) => this.#names.of(sql)).join(" ");
    let text = this.#texts.get(shape);
    if (text === undefined) {
      if (this.#texts.size >= SHAPES_MAX) return statements;
      text = join(numberedOn(statements));
      this.#texts.set(shape, text);
    }
    return [[text, statements.flatMap(([, values]) => values)]];
  }
}

/** The texts, of which each has parameters of its own. */
function numberedOn(statements: readonly Statement[]): readonly string[] {
  let before = 0;
  return statements.map(([sql, values]) => {
    const offset = before;
    before += values.length;
    return sql.replaceAll(PARAMETER, (_all, n: string) => `$${Number(n) + offset}`);
  });
}

function calling(texts: readonly string[]): string {
  return `SELECT ${texts.map((text) => text.replace(/^SELECT /, "")).join(", ")}`;
}

function inserting(texts: readonly string[]): string {
  const parts = texts.slice(0, -1).map((text, nth) => `part_${nth} AS (${text})`);
  return `WITH ${parts.join(", ")} ${texts.at(-1)}`;
}
