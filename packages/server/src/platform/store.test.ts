import { filePlace, memoryPlace, postgresPlace, postgresUrl } from "./store-places.conformance.ts";
import { describeStore } from "./store.conformance.ts";

postgresUrl();

describeStore("SQLite in memory", memoryPlace, {
  cases: 300,
  serializableRounds: 200,
  isLasting: false,
});

describeStore("SQLite on file", filePlace, {
  cases: 100,
  serializableRounds: 100,
  isLasting: true,
});

describeStore("PostgreSQL", postgresPlace, {
  cases: 100,
  serializableRounds: 200,
  isLasting: true,
});
