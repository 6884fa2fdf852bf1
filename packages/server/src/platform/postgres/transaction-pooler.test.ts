// How connections are recognised that a pooler hands out for each transaction.
import type pg from "pg";
import { expect, test } from "vitest";
import { StoreOpenError } from "../store.ts";
import { refuseTransactionPooler } from "./transaction-pooler.ts";

interface Pooling {
  /** The connections of the server that no client uses. */
  readonly free: number[];
  /** Whether a client keeps its connection from one transaction to the next. */
  readonly isOfSessions: boolean;
  /** Whether the connection that was free for the longest is used next. */
  readonly isInTurn?: boolean;
}

/** The clients of a pooler, which answers with the number of the server's connection. */
function clientsOf({ free, isOfSessions, isInTurn = false }: Pooling) {
  const take = () => (isInTurn ? free.shift() : free.pop()) ?? Infinity;
  const connect = async () => {
    let held: number | undefined;
    let isOpen = false;
    const query = async (sql: string) => {
      held ??= take();
      isOpen = sql === "BEGIN" || (isOpen && sql !== "ROLLBACK");
      const rows = [{ pid: held }];
      if (isOpen || isOfSessions) return { rows };
      free.push(held);
      held = undefined;
      return { rows };
    };
    return { query, release: () => undefined };
  };
  return { connect } as unknown as Pick<pg.Pool, "connect">;
}

test("a client that keeps its connection is not refused", async () => {
  const opening = refuseTransactionPooler(clientsOf({ free: [1, 2, 3], isOfSessions: true }));
  await expect(opening).resolves.toBeUndefined();
});

test.each([
  ["with a single connection that is free", { free: [1] }],
  ["that uses the latest connection first", { free: [1, 2, 3] }],
  ["that uses its connections in turn", { free: [1, 2, 3], isInTurn: true }],
])("a pooler of transactions is refused: one %s", async (_, pooling) => {
  const opening = refuseTransactionPooler(clientsOf({ ...pooling, isOfSessions: false }));
  await expect(opening).rejects.toThrow(StoreOpenError);
});
