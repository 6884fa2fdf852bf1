// Calls handlers without a socket, for tests of one domain: through the service's pipeline, with its
// event hooks, deadlines and jobs, on a store in memory and a frozen clock.
import type { EndpointDeclaration, Reply, UploadedFile } from "@antechamber/contract";
import { ApiError } from "../../platform/api-error.ts";
import type { Caller, Settings } from "../../platform/context.ts";
import type { Clock, SteerableClock } from "../../platform/clock.ts";
import { definedFields } from "../../platform/defined-fields.ts";
import type { Binding } from "../../platform/handler.ts";
import { openIds } from "../../platform/ids.ts";
import { aMemoryStore } from "../memory-store.ts";
import type { EventRecord, Store, Writer } from "../../platform/store.ts";
import { steerableClock } from "../../platform/time/system-clock.ts";
import { openTransactions } from "../../platform/transactions/open-transactions.ts";
import type { Transactions } from "../../platform/transactions.ts";
import { errorBody } from "../../transports/http/replies/responses.ts";
import { deadlines, eventHooks, jobKinds } from "../../worlds/background-work.ts";
import { pipelineOfGiven } from "../given-caller.ts";
import { emittedFacts } from "../emitted-facts.ts";
import { seededRandom } from "../seeded-random.ts";
import { specificationFaults } from "../specification/machine-specification.ts";
import { unsignedAddresses } from "../unsigned-addresses.ts";

/** The parts of a request besides its endpoint. */
export interface RequestParts {
  readonly as: Caller;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: object | undefined;
  readonly body?: unknown;
  readonly files?: readonly UploadedFile[];
  /** The locale that the request headers ask for. */
  readonly locale?: string;
  /** The reason for the audit log. */
  readonly reason?: string;
}

/**
 * A response as it would be on the wire. The body has the type of a success, so that tests can read
 * its fields; a refusal is compared as a whole.
 */
export interface Answered<B> {
  readonly status: number;
  readonly body: B;
}

export interface HandlerCalls {
  readonly store: Store;
  readonly clock: SteerableClock;
  readonly settings: Settings;
  readonly work: Transactions;
  /** Restarts the service on the same store and clock. */
  readonly restart: () => Promise<void>;
  readonly call: <E extends EndpointDeclaration>(
    endpoint: E,
    requestParts: RequestParts,
  ) => Promise<Answered<NonNullable<Reply<E>["body"]>>>;
  /** Stores records, as a world file would. */
  readonly seed: (fill: (tx: Writer) => void) => Promise<void>;
  /** Events since the previous call, except those of audit logs. */
  readonly news: () => Promise<readonly EventRecord[]>;
  /** Audit log entries since the previous call. */
  readonly logged: () => Promise<readonly object[]>;
}

const START_MS = 1_800_000_000_000;

const settings: Settings = {
  production: false,
  publicUrl: "http://127.0.0.1:8010",
  fileKey: new Uint8Array(32),
};

/** Opens a store in memory with every table, and makes the handlers callable. */
export async function openHandlerCalls(handlers: readonly Binding[]): Promise<HandlerCalls> {
  return handlerCallsOn(await aMemoryStore(), handlers);
}

/** Makes the handlers callable on a store, which must have every table. */
export async function handlerCallsOn(
  store: Store,
  handlers: readonly Binding[],
): Promise<HandlerCalls> {
  const clock = steerableClock();
  clock.freeze();
  await clock.moveTo(START_MS);
  const start = async () =>
    openTransactions({
      store,
      clock,
      random: seededRandom("handler calls"),
      ids: await openIds({ clock, store, frozen: true }),
      settings,
      jobKinds,
      deadlines,
      eventHooks,
      jobFailed: (job, { error }) => {
        throw new Error(`job ${job} failed`, { cause: error });
      },
    });
  let work = await start();
  const facts = emittedFacts(store);
  return {
    store,
    clock,
    settings,
    get work() {
      return work;
    },
    restart: async () => {
      await work.scheduler.stop();
      work = await start();
      await work.scheduler.start();
    },
    call: async (endpoint, requestParts) => {
      const answer = await called({ work, clock }, { handlers, endpoint }, requestParts);
      return answer as Answered<never>;
    },
    seed: (fill) => work.transaction(async ({ tx }) => fill(tx)),
    logged: async () =>
      facts.takeLogged().map(({ payload }) => JSON.parse(JSON.stringify(payload)) as object),
    news: async () => JSON.parse(JSON.stringify(facts.take())) as readonly EventRecord[],
  };
}

async function called(
  { work, clock }: Pick<HandlerCalls, "work" | "clock">,
  { handlers, endpoint }: { handlers: readonly Binding[]; endpoint: EndpointDeclaration },
  requestParts: RequestParts,
): Promise<Answered<unknown>> {
  const binding = handlers.find((each) => each.endpoint === endpoint);
  if (binding === undefined) throw new Error(`no handler for ${endpoint.id}`);
  try {
    return await answerOf(binding, { work, clock }, requestParts);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { status: error.declaration.status, body: JSON.parse(errorBody(error)) as unknown };
  }
}

/** Runs a request through its endpoint's pipeline. @throws ApiError when it is refused */
export async function answerOf(
  binding: Binding,
  deps: { readonly work: Transactions; readonly clock: Clock },
  requestParts: RequestParts,
): Promise<Answered<unknown>> {
  const { endpoint } = binding;
  const { status, json, bytes, mediaType } = await pipelineOfGiven(
    binding,
    deps,
  )({
    as: requestParts.as,
    params: requestParts.params ?? {},
    query: queryOf(requestParts.query),
    headers: definedFields({
      "x-discord-locale": requestParts.locale,
      "x-audit-log-reason": requestParts.reason,
    }),
    body: await bodyOf(endpoint, requestParts),
  });
  if (bytes !== undefined) return { status, body: bytes };
  if (json === undefined || mediaType !== undefined) return { status, body: json };
  return { status, body: specified(endpoint, status, json) };
}

/** A query in parsed form: strings, and lists of them. */
function queryOf(query: object = {}): Readonly<Record<string, unknown>> {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined);
  const text = ([name, value]: [string, unknown]) =>
    [name, Array.isArray(value) ? value.map(String) : String(value)] as const;
  return Object.fromEntries(entries.map(text));
}

/** A body as it is sent: JSON, or multipart if there are files. */
async function bodyOf({ body: schema }: EndpointDeclaration, { body, files = [] }: RequestParts) {
  if (schema === undefined || (body === undefined && files.length === 0)) return undefined;
  const { rawJSON } = JSON as typeof JSON & { readonly rawJSON: (text: string) => unknown };
  const json = JSON.stringify(body ?? {}, (_name, value: unknown) =>
    typeof value === "bigint" ? rawJSON(String(value)) : value,
  );
  if (files.length === 0) return { contentType: "application/json", bytes: Buffer.from(json) };
  const parts = new FormData();
  parts.set("payload_json", json);
  for (const { field, filename, contentType, bytes } of files) {
    parts.append(field, new Blob([Buffer.from(bytes)], { type: contentType }), filename);
  }
  const sent = new Response(parts);
  const contentType = sent.headers.get("content-type") ?? "";
  return { contentType, bytes: Buffer.from(await sent.arrayBuffer()) };
}

/** A parsed response body, checked against the machine specification. */
function specified({ id }: EndpointDeclaration, status: number, json: string): unknown {
  const body: unknown = JSON.parse(json);
  const issues = [...specificationFaults(id, status, body), ...unsignedAddresses(id, json)];
  if (issues.length > 0)
    throw new Error(`${id} answers otherwise than specified`, { cause: issues });
  return body;
}
