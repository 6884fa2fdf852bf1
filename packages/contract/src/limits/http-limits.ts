// Limits of HTTP: for one request, for one address and in total.
import type { NamedLimit } from "./named-limit.ts";

const seconds = (count: number) => count * 1000;
const minutes = (count: number) => count * 60_000;

const bodies = "assumed: bounds what the body of a request can take";
const inFlight = "assumed: bounds the memory that requests under way can take";
const waiting = "assumed: bounds how long a silent client is waited for";

export const httpLimits = {
  strangerBody: {
    value: 65_536,
    unit: "bytes of a body whose sender is authenticated by the body itself",
    source: bodies,
  },
  agentBody: {
    value: 1_048_576,
    unit: "bytes of a call of a coding agent",
    source: bodies,
  },
  jsonBody: {
    value: 8_388_608,
    unit: "bytes of JSON, without images in it",
    source:
      "assumed: not public; 130 commands of 8000 characters, the largest body in one language, are about one MiB, and translations multiply it",
  },
  operatorBody: {
    value: 33_554_432,
    unit: "bytes of JSON on the control plane, which receives whole worlds",
    source: bodies,
  },
  urlencodedBody: { value: 1_048_576, unit: "bytes of a urlencoded form", source: bodies },
  urlencodedPairs: { value: 1000, unit: "fields of a urlencoded form", source: bodies },
  jsonDepth: {
    value: 64,
    unit: "levels of JSON, and of frames that clients of the gateway send",
    source: "assumed: deeper than any declared form",
  },
  jsonValues: {
    value: 250_000,
    unit: "values in a body of JSON, except on the control plane",
    source: "assumed: as many as 130 commands with every option and choice have",
  },
  jsonValuesWithLongIntegers: {
    value: 50_000,
    unit: "values in a body of JSON with integers of 16 digits or more, except on the control plane",
    source: "assumed: each digit of such integers is kept, which takes longer",
  },
  partFields: { value: 100, unit: "fields of a multipart form", source: bodies },
  partFieldName: { value: 256, unit: "bytes of the name of a part", source: bodies },
  partHeaders: { value: 16, unit: "headers of a part", source: bodies },
  partHeaderBytes: { value: 4096, unit: "bytes of the headers of a part", source: bodies },
  bodiesPerAddress: {
    value: 121_634_816,
    unit: "bytes of request bodies in progress per address",
    source: "assumed: room for the largest form with files",
  },
  bodiesInAll: {
    value: 201_326_592,
    unit: "bytes of request bodies in progress",
    source: inFlight,
  },
  strangersBodiesInAll: {
    value: 33_554_432,
    unit: "bytes of request bodies in progress from unauthenticated senders",
    source: inFlight,
  },
  bodyWindow: {
    value: seconds(10),
    unit: "real milliseconds in which bodyProgress bytes of an incomplete body must arrive",
    source: waiting,
  },
  bodyProgress: {
    value: 10_240,
    unit: "bytes that must arrive in each bodyWindow",
    source: waiting,
  },
  requestHead: {
    value: seconds(30),
    unit: "real milliseconds from the beginning of a request to the end of its headers",
    source: waiting,
  },
  wholeRequest: {
    value: minutes(5),
    unit: "real milliseconds from the beginning of a request to its end",
    source: waiting,
  },
  requestHeadBytes: {
    value: 16_384,
    unit: "bytes of a request's line and headers",
    source: "assumed: as Node.js has it",
  },
  writePatience: {
    value: seconds(30),
    unit: "real milliseconds in which a client must read some of its response",
    source: waiting,
  },
  socketsPerAddress: {
    value: 12_000,
    unit: "open sockets per address, those of the gateway included",
    source: "assumed: thousands of simulated players fit on one machine",
  },
  connectionsToAccept: {
    value: 4096,
    unit: "connections that the system holds until the service accepts them",
    source:
      "assumed: as many as Linux allows by itself; a connection beyond them waits for its client to try again, after seconds",
  },
} as const satisfies Readonly<Record<string, NamedLimit>>;
