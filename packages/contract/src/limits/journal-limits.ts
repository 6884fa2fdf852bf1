// Limits of the journal. Source: product.md, Journal.
import type { NamedLimit } from "./named-limit.ts";

const journal = "product.md, Journal";
const reading = "assumed: bounds what reading the journal can take";

export const journalLimits = {
  journalEntries: { value: 100_000, unit: "entries of a world's journal", source: journal },
  journalBodies: {
    value: 64 * 1024 * 1024,
    unit: "characters of all bodies, headers and addresses in a world's journal; beyond that the oldest are dropped",
    source: journal,
  },
  journalBody: {
    value: 64 * 1024,
    unit: "characters of a body in the journal; the rest is cut off",
    source: journal,
  },
  journalEntriesInProduction: {
    value: 10_000,
    unit: "entries of the journal in production mode, which keeps no bodies",
    source: journal,
  },
  journalReaders: {
    value: 64,
    unit: "streams of the journal at the same time",
    source: reading,
  },
  journalBacklog: {
    value: 8 * 1024 * 1024,
    unit: "bytes buffered for a stream of the journal; beyond that it is closed, and may resume",
    source: reading,
  },
  journalSearch: {
    value: 5000,
    unit: "real milliseconds of work that one search of the journal may take",
    source: reading,
  },
  journalElsewhere: {
    value: 3_000,
    unit: "real milliseconds in which every other process of a service reports what its journal has; a process that does not is left out",
    source: reading,
  },
  journalParcels: {
    value: 2 * 1024 * 1024,
    unit: "characters of whole entries that one process sends another at once, beyond which it is asked again",
    source: reading,
  },
  journalSelection: {
    value: 300,
    unit: "entries of the journal that one export names; more stand between two entries, or in a trace",
    source: "assumed: their ids fit into the address of a call",
  },
  journalExport: {
    value: 10_000,
    unit: "entries of the journal that the body of one export names",
    source: "assumed: nobody reads more at once",
  },
  traceFile: {
    value: 64 * 1024 * 1024,
    unit: "bytes of a trace file that the console or the command line opens",
    source: "assumed: a trace has some hundred entries",
  },
  testActs: {
    value: 500,
    unit: "actions of users and steps of the clock in a test that is exported from the journal",
    source: "assumed: nobody would read a longer test",
  },
  testText: {
    value: 256 * 1024,
    unit: "characters of a test that is exported from the journal",
    source: "assumed: nobody would read a longer test",
  },
  testWorld: {
    value: 16 * 1024,
    unit: "characters of the world in an exported test; a larger one is a file beside it",
    source: "assumed: a world of some guilds and commands fits",
  },
} as const satisfies Readonly<Record<string, NamedLimit>>;
