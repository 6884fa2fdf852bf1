// The real program with a role that may open only a few connections to its database.
import { expect, test } from "vitest";
import { onPostgres } from "../../packages/server/src/platform/storage/conformance/store-places.conformance.ts";
import {
  FailedStart,
  startProgram,
} from "../../packages/server/src/testing/processes/start-program.ts";
import { freshDatabase } from "../fresh-database.ts";

/** The address of a new database for a role that may open this many connections. */
async function databaseWith(connections: number): Promise<string> {
  const address = new URL(await freshDatabase());
  const name = address.pathname.slice(1);
  await onPostgres(
    address.href,
    `CREATE ROLE ${name} LOGIN PASSWORD 'few' CONNECTION LIMIT ${connections};
     GRANT CREATE ON DATABASE ${name} TO ${name}`,
  );
  [address.username, address.password] = [name, "few"];
  return address.href;
}

/** At its first connection, before its lease, and while it loads the world. */
test.each([1, 2, 3])(
  "a start that gets %i connections to its database fails with one line of explanation",
  async (connections) => {
    const flags = ["--port", "0", "--log", "json", "--store", await databaseWith(connections)];
    const outcome = await startProgram(["start", ...flags]).catch((error: unknown) => error);
    if (!(outcome instanceof FailedStart)) throw new Error("it started");
    const lines = outcome.errors.trim().split("\n");
    const own = lines.filter((line) => !/^\{"level":40,.*PostgreSQL: /.test(line));
    expect([outcome.code, own]).toEqual([
      1,
      [expect.stringMatching(/^antechamber: .*too many connections/)],
    ]);
  },
  60_000,
);
