import { describe } from "vitest";
import { describeLeavingOut } from "./storage/conformance/store-leaving-out.conformance.ts";
import {
  filePlace,
  memoryPlace,
  postgresPlace,
} from "./storage/conformance/store-places.conformance.ts";
import {
  describeDumps,
  describeReopening,
} from "./storage/conformance/store-reopening.conformance.ts";
import { describeSnapshots } from "./storage/conformance/store-snapshots.conformance.ts";
import { describeStore } from "./storage/conformance/store.conformance.ts";

const postgresUrl = process.env["TEST_PG_URL"] ?? "";
// Never skipped: a suite that leaves out an adapter proves nothing about it.
if (postgresUrl === "") throw new Error("run the tests by `node scripts/engines.ts vitest run …`");
const onPostgres = () => postgresPlace(postgresUrl);

describe("SQLite in memory", () => {
  describeStore(memoryPlace, { cases: 300, serializableRounds: 200 });
  describe("dumps", () => {
    describeDumps(memoryPlace);
  });
  describe("restored to a snapshot", () => {
    describeSnapshots(memoryPlace, 100);
  });
});

describe("SQLite on file", () => {
  describeStore(filePlace, { cases: 100, serializableRounds: 100 });
  describe("dumps", () => {
    describeDumps(filePlace);
  });
  describe("restored to a snapshot", () => {
    describeSnapshots(filePlace, 40);
  });
  describe("reopened", () => {
    describeReopening(filePlace);
  });
  describe("omitting what a table declares of its records", () => {
    describeLeavingOut(filePlace);
  });
});

describe("PostgreSQL", () => {
  describeStore(onPostgres, { cases: 100, serializableRounds: 200 });
  describe("dumps", () => {
    describeDumps(onPostgres);
  });
  describe("restored to a snapshot", () => {
    describeSnapshots(onPostgres, 20);
  });
  describe("reopened", () => {
    describeReopening(onPostgres);
  });
  describe("omitting what a table declares of its records", () => {
    describeLeavingOut(onPostgres);
  });
});
