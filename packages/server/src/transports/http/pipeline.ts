// A request from its headers to its reply: the ordered steps, compiled once for each endpoint.
import {
  errorsOf,
  OffInProduction,
  pathParameters,
  type BodyCredential,
  type EndpointDeclaration,
  type Input,
  type PathParameter,
} from "@antechamber/contract";
import { mediaTypeOf } from "@antechamber/contract/openapi";
import {
  parserOf,
  mediaTypesOf,
  object,
  projection,
  type DocumentText,
  type TSchema,
} from "@antechamber/contract/schema";
import { ApiError, invalidForm } from "../../platform/api-error.ts";
import type { Caller, ReadContext } from "../../platform/context.ts";
import type { AnyReply, Binding } from "../../platform/handler.ts";
import type { Transactions } from "../../platform/transactions.ts";
import type { KnownCaller } from "./authenticate.ts";
import type { BodyAuthenticator } from "./body-credential.ts";
import type { FaultStep } from "./fault-injection.ts";
import {
  ignoredFieldsHeader,
  missingFieldsGuards,
  type MissingFieldsGuard,
  type NoteIgnored,
} from "./missing-fields.ts";
import { basicCredential } from "./oauth-form.ts";
import { requireReason } from "./audit-reason.ts";
import { queryReader } from "./query.ts";
import type { Limiter, RateHeaders } from "./rate-limit.ts";
import { responseKey, type EncodedReply, type ResponseCache } from "./response-cache.ts";
import { bodyReader, type Form } from "./request-body.ts";
import { heldBody, type IncomingBody } from "./request-bytes.ts";
import { requestLocale } from "./request-locale.ts";

/** What the steps need to know of a request. */
export interface RequestFacts {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly address: string;
  /** Path and query as they were routed. */
  readonly url: string;
  /** A body follows the headers. */
  readonly announcesBody: boolean;
}

/** What the steps before the body found out. */
export interface Admitted {
  readonly caller: Caller;
  readonly params: Readonly<Record<string, string>>;
  readonly query: unknown;
  /** Fields of the query that the reference takes and this endpoint does not. */
  readonly ignored: readonly string[];
  readonly rateHeaders: RateHeaders;
  /** A planned fault held the call up, and much may have happened since. */
  readonly hasWaited: boolean;
  /** The body, where it was read already: it says who calls. */
  readonly body?: IncomingBody;
}

/** The body of a request; undefined where none is announced, or none is read. */
type MaybeBody = IncomingBody | undefined;

export interface Pipeline {
  /**
   * Path, credential, limit, planned faults, query, token in the path: what can be refused before a
   * body is read. A body in which the credential stands is read here.
   */
  admit(facts: RequestFacts, body: MaybeBody): Admitted | Promise<Admitted>;
  /** Body, handler, reply. */
  run(admitted: Admitted, facts: RequestFacts, body: MaybeBody): Promise<EncodedReply>;
}

export interface PipelineDeps {
  readonly work: Transactions;
  readonly authenticate: (
    auth: EndpointDeclaration["auth"],
    header: string | undefined,
  ) => KnownCaller | Promise<KnownCaller>;
  /** Whom a body proves to be calling, for what is counted. */
  readonly callerInBody: BodyAuthenticator;
  readonly limiter: Limiter;
  readonly cache: ResponseCache;
  readonly production: boolean;
  readonly faultStep: FaultStep;
  /** Hears of fields that a call asked for and that were ignored. */
  readonly ignoredFields: (endpointId: string, fields: readonly string[]) => void;
}

function pathReader(endpoint: EndpointDeclaration) {
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as PathParameter);
  return parserOf(object(Object.fromEntries(names.map((name) => [name, pathParameters[name]]))));
}

/** Reads the query, or throws InvalidForm. */
function queryStep(
  { query }: EndpointDeclaration,
  guard: MissingFieldsGuard,
): (facts: RequestFacts) => Pick<Admitted, "query" | "ignored"> {
  if (query === undefined && !guard.looks) return () => nothingAsked;
  const read = queryReader(query ?? object({}));
  return (facts) => {
    let ignored = nothingIgnored;
    const note: NoteIgnored = (fields) => (ignored = fields);
    return { query: guard.settle(facts.query, read(facts.query), note), ignored };
  };
}

const nothingIgnored: readonly string[] = [];
const nothingAsked = { query: {}, ignored: nothingIgnored };

type AnyInput = Input<EndpointDeclaration>;

/** A handler that only looks, with what its answer rests on. */
function runReading(
  { run }: Binding,
  { work, caller }: { work: Transactions; caller: Caller },
  input: AnyInput,
) {
  return work.observe((ctx) => run(withCaller(ctx, caller) as never, input));
}

function runWriting(
  { kind, run }: Binding,
  { work, caller }: { work: Transactions; caller: Caller },
  input: AnyInput,
): Promise<AnyReply> {
  if (kind === "outside") return run({ work, caller } as never, input);
  return work.transaction((ctx) => run({ ...ctx, caller } as never, input));
}

/** The context itself stands behind it: whether it was asked for the time must stay visible. */
function withCaller(ctx: ReadContext, caller: Caller): ReadContext & { readonly caller: Caller } {
  return Object.create(ctx, { caller: { value: caller } }) as ReadContext & { caller: Caller };
}

/** Replies by status: projections to the declared fields, null for replies without a body. */
function replyEncoder(endpoint: EndpointDeclaration): (reply: AnyReply) => EncodedReply {
  const projections = new Map(
    Object.entries(endpoint.replies).map(([status, schema]) => [
      Number(status),
      schema === null ? null : encoding(schema),
    ]),
  );
  return ({ status, body }) => {
    const project = projections.get(status);
    if (project === undefined)
      throw new Error(`${endpoint.id} answered ${status}, which it does not declare`);
    return project === null ? { status, json: undefined } : { status, ...project(body) };
  };
}

/** A body as it leaves: JSON of the declared fields, or text of the kind that is declared. */
function encoding(schema: TSchema): (body: unknown) => Omit<EncodedReply, "status"> {
  if (mediaTypesOf(schema) !== undefined) return documentEncoding(schema);
  const mediaType = mediaTypeOf(schema);
  if (mediaType !== "application/json") return (body) => ({ json: String(body), mediaType });
  const project = projection(schema);
  return (body) => ({ json: JSON.stringify(project(body)) });
}

/** A file leaves as its handler wrote it, or as JSON. */
function documentEncoding(schema: TSchema): (body: unknown) => Omit<EncodedReply, "status"> {
  const project = projection(schema);
  return (body) => {
    const { text, mediaType } = body as Partial<DocumentText>;
    return text === undefined || mediaType === undefined
      ? { json: JSON.stringify(project(body)) }
      : { json: text, mediaType };
  };
}

/** OAuth2 clients may name themselves in the header: who they are is for the handler to find out. */
function credentialReader({ oauthForm }: EndpointDeclaration) {
  if (oauthForm !== true) return () => undefined;
  return ({ headers }: RequestFacts) => {
    const header = headers["authorization"];
    return { basic: basicCredential(typeof header === "string" ? header : undefined) };
  };
}

interface AdmissionDeps extends PipelineDeps {
  readonly read: ReturnType<typeof bodyReader>;
  readonly credential: ReturnType<typeof credentialReader>;
  readonly queryGuard: MissingFieldsGuard;
}

/** Whoever sends the credential of a request, or a refusal. */
function callerStep({ auth }: EndpointDeclaration, { authenticate }: PipelineDeps) {
  return ({ headers }: RequestFacts): KnownCaller | Promise<KnownCaller> => {
    const header = headers["authorization"];
    return authenticate(auth, typeof header === "string" ? header : undefined);
  };
}

/**
 * The step that looks up the token in the path before a body is read; what comes without a body
 * leaves that to the handler.
 */
function tokenStep({ checkToken }: Binding, { work }: PipelineDeps) {
  return (
    { announcesBody }: RequestFacts,
    params: Readonly<Record<string, string>>,
  ): Promise<unknown> | undefined =>
    checkToken !== undefined && announcesBody
      ? work.read((ctx) => checkToken(ctx, params))
      : undefined;
}

/** Compiles the steps before the body. A caller who is known already waits for nothing. */
function admission(binding: Binding, means: AdmissionDeps): Pipeline["admit"] {
  const { endpoint } = binding;
  const readPath = pathReader(endpoint);
  const findCaller = callerStep(endpoint, means);
  const readQueryOf = queryStep(endpoint, means.queryGuard);
  const lookUpToken = tokenStep(binding, means);
  const isOff = means.production && endpoint.developmentOnly === true;
  // OAuth2 refuses in words of its own, and writes no audit log.
  const takesReason = endpoint.plane !== "control" && endpoint.oauthForm !== true;

  interface Asked {
    readonly facts: RequestFacts;
    readonly params: Record<string, string>;
    /** Whom the body proves. */
    readonly proven?: KnownCaller | undefined;
  }

  function admitKnown(
    known: KnownCaller,
    { facts, params, proven = known }: Asked,
  ): Admitted | Promise<Admitted> {
    if (isOff) throw new ApiError(OffInProduction);
    const call = { ...proven, address: facts.address, params };
    const rateHeaders = means.limiter.take(call);
    const injected = means.faultStep(call, rateHeaders);
    const hasWaited = injected !== undefined;
    function unstruck(): Admitted | Promise<Admitted> {
      if (takesReason) requireReason(facts.headers);
      const { caller } = known;
      const admitted = { caller, params, rateHeaders, hasWaited, ...readQueryOf(facts) };
      const found = lookUpToken(facts, params);
      return found === undefined ? admitted : found.then(() => admitted);
    }
    return injected === undefined ? unstruck() : injected.then(unstruck);
  }

  async function admitByBody(
    names: BodyCredential,
    asked: Asked,
    { known, given }: { readonly known: KnownCaller; readonly given: MaybeBody },
  ): Promise<Admitted> {
    const body = given === undefined ? undefined : await heldBody(given);
    const form = await means.read(body, () => undefined);
    const proven = await means.callerInBody({ names, form, ...means.credential(asked.facts) });
    const admitted = await admitKnown(known, { ...asked, proven });
    return body === undefined ? admitted : { ...admitted, body };
  }

  function admitCaller(
    known: KnownCaller,
    asked: Asked,
    given: MaybeBody,
  ): Admitted | Promise<Admitted> {
    const { bodyCredential: names } = endpoint;
    if (names === undefined || known.caller.kind !== "nobody") return admitKnown(known, asked);
    return admitByBody(names, asked, { known, given });
  }

  return (facts, body) => {
    const path = readPath(facts.params);
    if (!path.ok) throw invalidForm(...path.issues);
    const params = path.value as Record<string, string>;
    const known = findCaller(facts);
    return known instanceof Promise
      ? known.then((found) => admitCaller(found, { facts, params }, body))
      : admitCaller(known, { facts, params }, body);
  };
}

/** Compiles the steps of one endpoint. */
export function pipelineFor(binding: Binding, means: PipelineDeps): Pipeline {
  const { endpoint } = binding;
  const guards = missingFieldsGuards(endpoint, means.production);
  const read = bodyReader(endpoint, guards.body);
  const encode = replyEncoder(endpoint);
  const declared = new Set(errorsOf(endpoint).map((each) => each.name));
  const isReading = binding.kind === "inside" && endpoint.method === "GET";
  const isKept = isReading && endpoint.remembered === true;
  const { work, cache } = means;
  const credential = credentialReader(endpoint);
  const findCaller = callerStep(endpoint, means);

  /** The credential may have ended while the call or its body was waited for. */
  async function lateForm(reading: Form | Promise<Form>, facts: RequestFacts): Promise<Form> {
    const form = await reading;
    await findCaller(facts);
    return form;
  }

  /** What was deleted meanwhile made the handler fail: then the refusal is of the credential. */
  async function explain(error: unknown, facts: RequestFacts, params: Admitted["params"]) {
    if (error instanceof ApiError && declared.has(error.declaration.name)) return error;
    try {
      await findCaller(facts);
      if (binding.checkToken !== undefined) {
        await work.read(async (ctx) => binding.checkToken?.(ctx, params));
      }
    } catch (refusal) {
      return refusal;
    }
    return undeclaredAsBug(error, endpoint);
  }

  return {
    admit: admission(binding, { ...means, read, credential, queryGuard: guards.query }),
    async run(admitted, facts, body) {
      const { caller, params, query } = admitted;
      let { ignored } = admitted;
      const note: NoteIgnored = (fields) => (ignored = [...ignored, ...fields]);
      const told = (reply: EncodedReply): EncodedReply => {
        if (ignored.length === 0) return reply;
        means.ignoredFields(endpoint.id, ignored);
        return { ...reply, headers: ignoredFieldsHeader(ignored) };
      };
      const locale = requestLocale(facts.headers);
      const key = isKept ? responseKey(caller, facts.url, locale) : undefined;
      const kept = key === undefined ? undefined : cache.get(key);
      if (kept !== undefined) return told(kept);
      const reading = read(admitted.body ?? body, note);
      const isLate = admitted.hasWaited || reading instanceof Promise;
      const form = isLate ? await lateForm(reading, facts) : reading;
      const { accept } = facts.headers;
      const input = { params, query, locale, accept, ...form, ...credential(facts) } as AnyInput;
      try {
        if (!isReading) return told(encode(await runWriting(binding, { work, caller }, input)));
        const { value, dependencies } = await runReading(binding, { work, caller }, input);
        const reply = encode(value);
        if (key !== undefined && dependencies !== undefined) cache.put(key, reply, dependencies);
        return told(reply);
      } catch (error) {
        throw await explain(error, facts, params);
      }
    },
  };
}

/** A refusal that the endpoint does not declare is a bug in the declaration, and answers 500. */
function undeclaredAsBug(error: unknown, endpoint: EndpointDeclaration): unknown {
  if (!(error instanceof ApiError)) return error;
  const { name } = error.declaration;
  return new Error(`${endpoint.id} refused with ${name}, which it does not declare`, {
    cause: error,
  });
}
