// Joins the statements of one commit, so that the server starts and ends fewer of them: one
// statement inserts all records, another all index entries and events. The parts of one statement
// run in no defined order. Therefore removals of entries stay in front, since a unique value may
// pass from one record to another, and records come before entries, since a taken key must be the
// error that is reported.
import { dropOldest } from "../collections/drop-oldest.ts";
import type { StatementNames } from "./session.ts";
import type { Statement } from "./writer.ts";

/**
 * The size of the cache of joined texts. Each connection prepares every shape that it commits,
 * which costs some 5 MiB of the server's memory for a connection that has prepared all of them.
 */
const SHAPES_MAX = 64;
const PARAMETER = /\$(\d+)/g;

export class JoinedStatements {
  readonly #names: StatementNames;
  /** Joined texts by the names of the statements that they consist of. */
  readonly #texts = new Map<string, string>();
  readonly #shapesMax: number;

  constructor(names: StatementNames, shapesMax = SHAPES_MAX) {
    this.#names = names;
    this.#shapesMax = shapesMax;
  }

  /** Joins function calls, which run from left to right. */
  joinCalls(statements: readonly Statement[]): readonly Statement[] {
    return this.#join(statements, callsSql);
  }

  /** Joins inserts into different tables. */
  joinInserts(statements: readonly Statement[]): readonly Statement[] {
    return this.#join(statements, insertsSql);
  }

  #join(
    statements: readonly Statement[],
    joinTexts: (texts: readonly string[]) => string,
  ): readonly Statement[] {
    if (statements.length < 2) return statements;
    const shape = statements.map(([sql]) => this.#names.nameOf(sql)).join(" ");
    const cached = this.#texts.get(shape);
    const text = cached ?? joinTexts(renumberParameters(statements));
    // LRU: the shape that was used last is evicted last.
    if (cached !== undefined) this.#texts.delete(shape);
    this.#texts.set(shape, text);
    dropOldest(this.#texts, this.#shapesMax, (dropped) => this.#names.forget(dropped));
    return [[text, statements.flatMap(([, values]) => values)]];
  }
}

/** Renumbers the parameters of the texts, so that each has its own. */
function renumberParameters(statements: readonly Statement[]): readonly string[] {
  let before = 0;
  return statements.map(([sql, values]) => {
    const offset = before;
    before += values.length;
    return sql.replaceAll(PARAMETER, (_all, n: string) => `$${Number(n) + offset}`);
  });
}

function callsSql(texts: readonly string[]): string {
  return `SELECT ${texts.map((text) => text.replace(/^SELECT /, "")).join(", ")}`;
}

function insertsSql(texts: readonly string[]): string {
  const parts = texts.slice(0, -1).map((text, nth) => `part_${nth} AS (${text})`);
  return `WITH ${parts.join(", ")} ${texts.at(-1)}`;
}
