// Joins the statements of one commit, so that the server begins and ends fewer: all records become one,
// and all index entries and events. The parts of one statement run in no order, so what takes entries
// away stays in front of them, since a unique value may change hands, and records come before entries,
// since a key that is taken must be what fails.
import { dropOldest } from "../collections/drop-oldest.ts";
import type { StatementNames } from "./session.ts";
import type { Statement } from "./writer.ts";

/**
 * Joined texts that are kept, each of which every connection prepares that commits such a shape:
 * some 5 MiB of the server's memory for a connection that has prepared them all.
 */
const SHAPES_MAX = 64;
const PARAMETER = /\$(\d+)/g;

export class JoinedStatements {
  readonly #names: StatementNames;
  /** By the names of the statements that they are made of. */
  readonly #texts = new Map<string, string>();
  readonly #shapesMax: number;

  constructor(names: StatementNames, shapesMax = SHAPES_MAX) {
    this.#names = names;
    this.#shapesMax = shapesMax;
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
    const known = this.#texts.get(shape);
    const text = known ?? join(numberedOn(statements));
    // The one that was used last is the last to be forgotten.
    if (known !== undefined) this.#texts.delete(shape);
    this.#texts.set(shape, text);
    dropOldest(this.#texts, this.#shapesMax, (dropped) => this.#names.forget(dropped));
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
