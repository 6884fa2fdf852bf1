// Stores of several processes in one PostgreSQL schema, which is created for them.
import pg from "pg";
import { openPostgresStore } from "../../platform/postgres/store.ts";
import { secureRandom } from "../../platform/random.ts";
import type { Store } from "../../platform/store.ts";
import { tables } from "../../tables.ts";

/** Opens the stores on the tests' server; closing the last one drops the schema. */
export async function freshStores(count: number): Promise<readonly Store[]> {
  const url = process.env["TEST_PG_URL"];
  if (url === undefined) throw new Error("TEST_PG_URL is not set: run the tests with npm test");
  const schema = `processes-${Buffer.from(secureRandom.bytes(8)).toString("hex")}`;
  const stores: Store[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    stores.push(await openPostgresStore({ url, schema, tables, secret: "processes" }));
  }
  let remaining = count;
  return stores.map((store) => ({
    ...store,
    async close() {
      await store.close();
      remaining -= 1;
      if (remaining === 0) await dropped(url, schema);
    },
  }));
}

async function dropped(url: string, schema: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`DROP SCHEMA "${schema}" CASCADE`);
  await client.end();
}
