// Calls handlers without a transport, for tests of one domain: the same contexts, forms and
// replies, on a store in memory and a frozen clock.
import {
  errorsOf,
  type EndpointDeclaration,
  type Input,
  type Reply,
  type UploadedFile,
} from "@antechamber/contract";
import { parserOf, projection, type TSchema } from "@antechamber/contract/schema";
import { ApiError, invalidForm } from "../platform/api-error.ts";
import type { Caller } from "../platform/context.ts";
import type { SteerableClock } from "../platform/clock.ts";
import type { AnyReply, Binding } from "../platform/handler.ts";
import { idWatermarks, openIds } from "../platform/ids.ts";
import { jobs } from "../platform/jobs.ts";
import { openSqliteStore } from "../platform/sqlite/store.ts";
import type { AnyTable, EventRecord, Store, Writer } from "../platform/store.ts";
import { steerableClock } from "../platform/system-clock.ts";
import { openTransactions, type Transactions, type WorkDeps } from "../platform/transactions.ts";
import { heardFacts } from "./heard-facts.ts";
import { seededRandom } from "./seeded-random.ts";
import { specificationFaults } from "./machine-specification.ts";
import { unsignedAddresses } from "./unsigned-addresses.ts";

/** What a request holds beside its endpoint. */
export interface Asked {
  readonly as: Caller;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly files?: readonly UploadedFile[];
  /** The language that the headers ask for. */
  readonly locale?: string;
}

/**
 * An answer as the wire would have it. The body has the type of a success, so that tests can look
 * into it; of a refusal they compare the whole.
 */
export interface Answered<B> {
  readonly status: number;
  readonly body: B;
}

export interface HandlerCalls {
  readonly store: Store;
  readonly clock: SteerableClock;
  readonly work: Transactions;
  /** Goes on with the same store and clock as a service does that is started again. */
  readonly restart: () => Promise<void>;
  readonly call: <E extends EndpointDeclaration>(
    endpoint: E,
    asked: Asked,
  ) => Promise<Answered<NonNullable<Reply<E>["body"]>>>;
  /** Puts records in place, as a world file would. */
  readonly seed: (fill: (tx: Writer) => void) => Promise<void>;
  /** Events since the last time that this was asked. */
  readonly news: () => Promise<readonly EventRecord[]>;
}

const START_MS = 1_800_000_000_000;

/** What the service that is called does when it falls due. */
export type FallsDue = Partial<Pick<WorkDeps, "jobKinds" | "deadlines">>;

/** Opens a store of the tables and makes the handlers callable. */
export async function openHandlerCalls(
  handlers: readonly Binding[],
  tables: readonly AnyTable[],
  due: FallsDue = {},
): Promise<HandlerCalls> {
  const store = await openSqliteStore({
    file: ":memory:",
    tables: [...tables, idWatermarks, jobs],
  });
  return handlerCallsOn(store, handlers, due);
}

/** Makes the handlers callable on a store, whose tables hold those of ids and jobs too. */
export async function handlerCallsOn(
  store: Store,
  handlers: readonly Binding[],
  { jobKinds = [], deadlines = [] }: FallsDue,
): Promise<HandlerCalls> {
  const clock = steerableClock();
  clock.freeze();
  await clock.moveTo(START_MS);
  const start = async () =>
    openTransactions({
      store,
      clock,
      random: seededRandom("handler calls"),
      ids: await openIds(clock, store, true),
      settings: {
        production: false,
        publicUrl: "http://127.0.0.1:8010",
        fileKey: new Uint8Array(32),
      },
      jobKinds,
      deadlines,
      jobFailed: (job, error) => {
        throw new Error(`job ${job} failed`, { cause: error });
      },
    });
  let work = await start();
  const facts = heardFacts(store);
  return {
    store,
    clock,
    get work() {
      return work;
    },
    restart: async () => {
      await work.scheduler.stop();
      work = await start();
      await work.scheduler.start();
    },
    call: async (endpoint, asked) => {
      const answer = await called(work, { handlers, endpoint }, asked);
      return answer as Answered<never>;
    },
    seed: (fill) => work.transaction(async ({ tx }) => fill(tx)),
    news: async () => JSON.parse(JSON.stringify(facts.take())) as readonly EventRecord[],
  };
}

async function called(
  work: Transactions,
  at: { readonly handlers: readonly Binding[]; readonly endpoint: EndpointDeclaration },
  asked: Asked,
): Promise<Answered<unknown>> {
  const binding = at.handlers.find((each) => each.endpoint === at.endpoint);
  if (binding === undefined) throw new Error(`no handler for ${at.endpoint.id}`);
  const run = (ctx: object) =>
    binding.run({ ...ctx, caller: asked.as } as never, inputOf(at.endpoint, asked));
  const isInside = binding.kind === "inside";
  const isReading = at.endpoint.method === "GET";
  try {
    const reply = await (!isInside
      ? run({ work })
      : isReading
        ? work.read(run)
        : work.transaction(run));
    return { status: reply.status, body: shown(at.endpoint, reply) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, code } = error.declaration;
    const isDeclared = errorsOf(at.endpoint).some((each) => each.code === code);
    if (!isDeclared)
      throw new Error(`${at.endpoint.id} does not declare ${code}`, { cause: error });
    return { status, body: { code, message: error.message, ...error.details } };
  }
}

function inputOf(endpoint: EndpointDeclaration, asked: Asked): Input<EndpointDeclaration> {
  const read = (schema: TSchema | undefined, value: unknown): unknown => {
    if (schema === undefined) return undefined;
    const reading = parserOf(schema)(value);
    if (!reading.ok) throw invalidForm(...reading.issues);
    return reading.value;
  };
  const input = {
    params: asked.params ?? {},
    query: read(endpoint.query, asked.query ?? {}) ?? {},
    body: () => read(endpoint.body, asked.body),
    files: asked.files ?? [],
    locale: asked.locale,
  };
  return input as unknown as Input<EndpointDeclaration>;
}

/** The reply's body with its declared fields alone, as text would carry it. */
function shown(endpoint: EndpointDeclaration, reply: AnyReply): unknown {
  const schema = endpoint.replies[reply.status];
  if (schema === undefined) throw new Error(`${endpoint.id} does not declare ${reply.status}`);
  if (schema === null) return undefined;
  const json = JSON.stringify(projection(schema)(reply.body));
  const body: unknown = JSON.parse(json);
  const issues = [
    ...specificationFaults(endpoint.id, reply.status, body),
    ...unsignedAddresses(endpoint.id, json),
  ];
  if (issues.length > 0)
    throw new Error(`${endpoint.id} answers otherwise than specified`, { cause: issues });
  return body;
}
