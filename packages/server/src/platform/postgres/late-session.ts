// A transaction that acquires its connection lazily, with the first statement: work that only
// writes holds no connection while it runs, and its writes can be committed together with those of
// others.
import type { ContendedError, PgRow, Session } from "./session.ts";

export class LateSession {
  readonly #open: () => Promise<Session>;
  readonly #requested = Promise.withResolvers<undefined>();
  #opening: Promise<Session> | undefined;
  #session: Session | undefined;
  /** Why the session could not be opened. */
  #openError: Error | undefined;
  #lost: ContendedError | undefined;
  #isEnded = false;

  constructor(open: () => Promise<Session>) {
    this.#open = open;
  }

  /** Whether no statement was requested yet. */
  get isUnused(): boolean {
    return this.#opening === undefined && this.#lost === undefined;
  }

  /** The first error of a statement, or why there is no session. */
  get failure(): Error | undefined {
    return this.#session?.failure ?? this.#lost ?? this.#openError;
  }

  /** Resolves when the first statement is requested. */
  get requested(): Promise<undefined> {
    return this.#requested.promise;
  }

  /** Resolves when a connection was acquired or could not be, or at once if none was requested. */
  async ready(): Promise<void> {
    await this.#opening?.catch(() => undefined);
  }

  rows(sql: string, values?: readonly unknown[]): Promise<readonly PgRow[]> {
    return (
      this.#session?.rows(sql, values) ?? this.#runOnceOpen((session) => session.rows(sql, values))
    );
  }

  run(sql: string): Promise<readonly PgRow[]> {
    return this.#session?.run(sql) ?? this.#runOnceOpen((session) => session.run(sql));
  }

  commit(last: Parameters<Session["commit"]>[0]): Promise<void> {
    return this.#session?.commit(last) ?? this.#runOnceOpen((session) => session.commit(last));
  }

  failWith(error: ContendedError): void {
    this.#lost ??= error;
    this.#session?.failWith(error);
  }

  /** Returns the connection to the pool; one that is still being acquired, once it is there. */
  async end(how: Parameters<Session["end"]>[0]): Promise<void> {
    this.#isEnded = true;
    await this.#session?.end(how);
  }

  /** Uses the session once there is a connection. Statements are sent in request order. */
  async #runOnceOpen<T>(use: (session: Session) => Promise<T>): Promise<T> {
    if (this.#lost !== undefined) throw this.#lost;
    if (this.#opening === undefined) {
      this.#opening = this.#open();
      // Registered first, so that it runs before the callers that await the session.
      this.#opening.then(
        (session) => this.#setSession(session),
        (error: unknown) => {
          this.#openError = error instanceof Error ? error : new Error(String(error));
        },
      );
      this.#requested.resolve(undefined);
    }
    return this.#opening.then((session) => {
      if (this.#isEnded) throw new Error("a transaction was used after its end");
      return use(session);
    });
  }

  #setSession(session: Session): void {
    this.#session = session;
    if (this.#isEnded) void session.end("undo");
    else if (this.#lost !== undefined) session.failWith(this.#lost);
  }
}
