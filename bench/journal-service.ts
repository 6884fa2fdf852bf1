// A service for the benchmark of the journal: with `on` it writes the journal, with `off` it does
// not. Everything else is as in `antechamber start`.
import { demoWorld } from "../packages/server/src/control/world-file/demo-world.ts";
import { openWorldIn } from "../packages/server/src/start/open-world.ts";
import { openLog } from "../packages/server/src/platform/log.ts";
import { secureRandom } from "../packages/server/src/platform/random.ts";
import { localRateLimitCounters } from "../packages/server/src/platform/rate-limit-counters.ts";
import { openSqliteStore } from "../packages/server/src/platform/sqlite/store.ts";
import { steerableClock } from "../packages/server/src/platform/time/system-clock.ts";
import { startService } from "../packages/server/src/service.ts";
import { tables } from "../packages/server/src/tables.ts";

const [, , mode = "on", file = ":memory:"] = process.argv;

const store = await openSqliteStore({ file, tables });
const clock = steerableClock();
const random = secureRandom;
await openWorldIn(store, clock, { world: demoWorld, production: false, random });
const service = await startService(
  {
    store,
    clock,
    random,
    counters: localRateLimitCounters(),
    log: await openLog("silent"),
    controlKey: "bench",
    production: false,
    limits: "off",
    retainEventsMs: 900_000,
    isJournalOff: mode === "off",
  },
  { host: "127.0.0.1", port: 0 },
);
console.log(`antechamber ready ${service.url}`);

process.on("SIGTERM", () => {
  void service
    .stop()
    .then(() => store.close())
    .then(() => process.exit(0));
});
