// Pipelined prepared statements: one message sends all of them, and one answer returns. `pg`
// instead sends five messages per statement, ends each with a message of its own, and keeps a
// promise, a timer and a result for each; storing a lobby spent half of its processor time on that.
// Source: the protocol's extended queries (postgresql.org, "Message Flow", "Pipelining").
import pg from "pg";
import { serialize } from "pg-protocol";
import { isPlain } from "../records/storage-keys.ts";

export type PgRow = readonly unknown[];

/** Turns the text of one column into a value. */
export type ColumnParser = (text: string) => unknown;

/** A value as the server reads it. */
export type Parameter = string | Buffer | null;

/** A statement that the connection has prepared. */
export interface Prepared {
  readonly name: string;
  readonly values: readonly Parameter[];
  readonly columns: readonly ColumnParser[];
}

/** The callbacks that `pg` invokes on a query, and the part of the connection that a query uses. */
interface Submitted {
  callback: (error: Error | null | undefined) => void;
  submit(connection: { readonly stream: NodeJS.WritableStream }): Error | null;
  handleDataRow(message: { readonly fields: readonly (string | null)[] }): void;
  handleCommandComplete(): void;
  handleReadyForQuery(): void;
}

/** The public types omit these members, and in pipeline mode `pg` accepts only its own queries. */
const PgQuery = pg.Query as unknown as new (config: { readonly text: string }) => Submitted;

/** A statement could not be serialized, for the given cause; neither it nor a commit was sent. */
export class UnsentError extends Error {
  override readonly name = "UnsentError";

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

class Batch extends PgQuery {
  readonly query_timeout: number | undefined;
  readonly answers: readonly PgRow[][];
  readonly #statements: readonly Prepared[];
  readonly #message: Buffer;
  /** The index of the statement whose rows arrive next. */
  #nth = 0;
  #parseError: Error | undefined;

  constructor(statements: readonly Prepared[], answerMs: number | undefined) {
    super({ text: "" });
    this.#statements = statements;
    this.query_timeout = answerMs;
    this.answers = statements.map(() => []);
    this.#message = messageOf(statements);
  }

  override submit({ stream }: { readonly stream: NodeJS.WritableStream }): Error | null {
    stream.write(this.#message);
    return null;
  }

  override handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    const columns = this.#statements[this.#nth]?.columns ?? [];
    try {
      const row = fields.map((text, nth) => (text === null ? null : columns[nth]?.(text)));
      this.answers[this.#nth]?.push(row);
    } catch (error) {
      this.#parseError ??= error instanceof Error ? error : new Error(String(error));
    }
  }

  override handleCommandComplete(): void {
    this.#nth += 1;
  }

  override handleReadyForQuery(): void {
    this.callback(this.#parseError);
  }
}

/**
 * Runs statements one after the other; the first that fails ends those behind it. Outside a
 * transaction they form an implicit one, which is committed when all have run.
 *
 * @param answerMs the timeout for the answer in milliseconds; undefined: none
 */
export function runBatch(
  client: pg.PoolClient,
  statements: readonly Prepared[],
  answerMs: number | undefined,
): Promise<readonly (readonly PgRow[])[]> {
  return new Promise((resolve, reject) => {
    const batch = new Batch(statements, answerMs);
    batch.callback = (error) => {
      if (error === null || error === undefined) resolve(batch.answers);
      else reject(error);
    };
    client.query(batch as unknown as pg.Submittable);
  });
}

function messageOf(statements: readonly Prepared[]): Buffer {
  const messages: Buffer[] = [];
  for (const { name, values } of statements) {
    messages.push(serialize.bind({ statement: name, values: [...values] }));
    messages.push(serialize.execute());
  }
  messages.push(serialize.sync());
  return Buffer.concat(messages);
}

/**
 * Serializes parameters. Returns an error for a type that PostgreSQL does not accept and for text
 * that it cannot store: `pg` would only find out while sending, with a commit already queued
 * behind.
 */
export function serializeValues(values: readonly unknown[]): readonly Parameter[] | UnsentError {
  try {
    return values.map(serializeValue);
  } catch (error) {
    return new UnsentError(error);
  }
}

function serializeValue(value: unknown): Parameter {
  if (value === null || value === undefined) return null;
  if (typeof value === "string") {
    if (isPlain(value)) return value;
    throw new TypeError("PostgreSQL holds no text with NUL or half of a surrogate pair");
  }
  if (Buffer.isBuffer(value)) return value;
  if (Array.isArray(value)) return arrayLiteral(value);
  if (typeof value === "number" || typeof value === "bigint" || typeof value === "boolean") {
    return String(value);
  }
  throw new TypeError("PostgreSQL is given texts, numbers, bytes and lists of them");
}

function arrayLiteral(values: readonly unknown[]): string {
  const elements = values.map((value) => {
    const element = serializeValue(value);
    if (element === null) return "NULL";
    if (typeof element !== "string") return String.raw`"\\x${element.toString("hex")}"`;
    return typeof value === "number" ? element : quoteElement(element);
  });
  return `{${elements.join(",")}}`;
}

function quoteElement(text: string): string {
  const hasNothingToEscape = !text.includes('"') && !text.includes("\\");
  return hasNothingToEscape
    ? `"${text}"`
    : `"${text.replaceAll("\\", "\\\\").replaceAll('"', String.raw`\"`)}"`;
}
