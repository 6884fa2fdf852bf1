// Writes without end, and says on stdout what is acknowledged: `crash-writer.ts sqlite <file>` or
// `crash-writer.ts postgres <url> <schema>`. A test kills it.
import { openPostgresStore } from "../src/platform/postgres/store.ts";
import { openSqliteStore } from "../src/platform/sqlite/store.ts";
import {
  counters,
  notes,
  testTables,
} from "../src/platform/storage/conformance/store-model.conformance.ts";
import type { Store } from "../src/platform/store.ts";

const WRITERS = 16;

function open([kind = "", at = "", schema = ""]: readonly string[]): Promise<Store> {
  if (kind === "sqlite") return openSqliteStore({ file: at, tables: testTables });
  return openPostgresStore({ url: at, schema, tables: testTables, secret: "conformance" });
}

/** One transaction: a record, its fact, and one more in a counter that some of them fight for. */
async function write(store: Store, id: string, counter: string): Promise<void> {
  await store.transaction(async (tx) => {
    const { count = 0 } = (await tx.get(counters, counter)) ?? {};
    tx.put(counters, { id: counter, count: count + 1 });
    tx.put(notes, { id, owner: counter, name: `name of ${id}` });
    tx.append({ name: id, scope: { kind: "nobody" }, payload: { counter }, at: count });
  });
}

async function writeOn(store: Store, run: string, writer: number): Promise<never> {
  for (let nth = 0; ; nth += 1) {
    const id = `${run}-${writer}-${nth}`;
    await write(store, id, `${writer % 4}`);
    process.stdout.write(`${id}\n`);
  }
}

const store = await open(process.argv.slice(2));
const run = String(process.pid);
await Promise.all(Array.from({ length: WRITERS }, (_, writer) => writeOn(store, run, writer)));
