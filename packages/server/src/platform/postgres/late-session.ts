// A transaction that takes a connection when its first statement is asked for, and none before: a work
// that only writes has none while it runs, and what it writes can leave with that of others.
import type { ContendedError, PgRow, Session } from "./session.ts";

export class LateSession {
  readonly #open: () => Promise<Session>;
  readonly #asked = Promise.withResolvers<undefined>();
  #opening: Promise<Session> | undefined;
  #session: Session | undefined;
  /** That there is no session. */
  #unopened: Error | undefined;
  #lost: ContendedError | undefined;
  #isEnded = false;

  constructor(open: () => Promise<Session>) {
    this.#open = open;
  }

  /** Whether nothing was asked of it. */
  get isUnused(): boolean {
    return this.#opening === undefined && this.#lost === undefined;
  }

  /** The first error of a statement. */
  get failure(): Error | undefined {
    return this.#session?.failure ?? this.#lost ?? this.#unopened;
  }

  /** Resolves when the first statement is asked for. */
  get asked(): Promise<undefined> {
    return this.#asked.promise;
  }

  /** Resolves when there is a connection, or none is to be had, or none is asked for. */
  async ready(): Promise<void> {
    await this.#opening?.catch(() => undefined);
  }

  rows(sql: string, values?: readonly unknown[]): Promise<readonly PgRow[]> {
    return this.#session?.rows(sql, values) ?? this.#late((session) => session.rows(sql, values));
  }

  run(sql: string): Promise<readonly PgRow[]> {
    return this.#session?.run(sql) ?? this.#late((session) => session.run(sql));
  }

  commit(last: Parameters<Session["commit"]>[0]): Promise<void> {
    return this.#session?.commit(last) ?? this.#late((session) => session.commit(last));
  }

  lose(error: ContendedError): void {
    this.#lost ??= error;
    this.#session?.lose(error);
  }

  /** Gives the connection back; one that is still to come, once it is there. */
  async end(how: Parameters<Session["end"]>[0]): Promise<void> {
    this.#isEnded = true;
    await this.#session?.end(how);
  }

  /** Once there is a connection. What is asked for first is sent first. */
  async #late<T>(use: (session: Session) => Promise<T>): Promise<T> {
    if (this.#lost !== undefined) throw this.#lost;
    if (this.#opening === undefined) {
      this.#opening = this.#open();
      // In front of all that wait for it.
      this.#opening.then(
        (session) => this.#opened(session),
        (error: unknown) => {
          this.#unopened = error instanceof Error ? error : new Error(String(error));
        },
      );
      this.#asked.resolve(undefined);
    }
    return this.#opening.then((session) => {
      if (this.#isEnded) throw new Error("a transaction was used after its end");
      return use(session);
    });
  }

  #opened(session: Session): void {
    this.#session = session;
    if (this.#isEnded) void session.end("undo");
    else if (this.#lost !== undefined) session.lose(this.#lost);
  }
}
