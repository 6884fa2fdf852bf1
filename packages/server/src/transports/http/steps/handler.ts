import { errorsOf, type EndpointDeclaration, type Input } from "@antechamber/contract";
import { ApiError } from "../../../platform/api-error.ts";
import { CallerContext, CallerReadContext, type Caller } from "../../../platform/context.ts";
import type { AnyReply, Binding, WhenGone } from "../../../platform/handler.ts";
import type { Origin } from "../../../platform/journal.ts";
import type { Transactions } from "../../../platform/transactions.ts";
import type { Call, Step } from "../calls/call.ts";
import type { EncodedReply } from "../calls/encoded-reply.ts";
import type { HttpWorld } from "../calls/world.ts";
import { nameCaller } from "../observers/journal-entries.ts";
import { isCacheable } from "../calls/endpoint-policies.ts";
import { replyEncoder, type EncodeReply } from "../replies/reply-encoder.ts";
import { basicCredential } from "../bodies/oauth-form.ts";
import type { Form } from "../bodies/request-body.ts";
import { whenGone } from "../replies/when-gone.ts";
import { authorizationOf, type RequestFacts } from "../requests/request-facts.ts";
import { requestLocale } from "../requests/request-locale.ts";

type AnyInput = Input<EndpointDeclaration>;

/** Runs the handler, in one transaction or in those that it opens itself, and encodes its reply. */
export const handler: Step = (binding) => {
  const { id } = binding.endpoint;
  const encode = replyEncoder(binding.endpoint);
  const explain = explanation(binding);
  const inputOf = inputReader(binding.endpoint);
  const keepsAnswers = isCacheable(binding.endpoint);
  const isReading = binding.kind === "inside" && binding.endpoint.method === "GET";
  return async (call) => {
    const caller = call.caller ?? nobody;
    const { work, waitingCalls } = call.world;
    const bound = call.world.bindingOf(id);
    const { origin, auditReason } = call;
    if (origin !== undefined) nameCaller(origin, caller);
    const input = inputOf(call);
    try {
      if (!isReading) {
        const { reply } = call.request;
        const writing = { work, waitingCalls, caller, origin, auditReason, encode, reply };
        call.answer = await runWriting(bound, writing, input);
        return;
      }
      const reading = { work, caller, origin };
      if (!keepsAnswers) {
        call.answer = encode(await runReading(bound, reading, input));
        return;
      }
      const { value, dependencies } = await runObserved(bound, reading, input);
      call.answer = encode(value);
      call.dependencies = dependencies;
    } catch (error) {
      throw await explain(error, call);
    }
  };
};

const nobody: Caller = { kind: "nobody" };

/** OAuth2 clients may authenticate in the header, which the handler checks. */
function inputReader({ oauthForm }: EndpointDeclaration): (call: Call) => AnyInput {
  return ({ request, params, query, form: { body, files } }) => {
    const { headers } = request;
    const input = {
      params,
      query,
      locale: requestLocale(headers),
      accept: headers["accept"],
      host: headers["host"],
      lastEventId: firstOf(headers["last-event-id"]),
      githubEvent: firstOf(headers["x-github-event"]),
      body,
      files,
    };
    if (oauthForm !== true) return input as AnyInput;
    return { ...input, basic: basicCredential(authorizationOf(request)) } as AnyInput;
  };
}

/** The first value of a header that may be repeated. */
function firstOf(header: string | string[] | undefined): string | undefined {
  return typeof header === "object" ? header[0] : header;
}

/** A run of the handler: its caller, and the journal entry that it belongs to. */
interface Running {
  readonly work: Transactions;
  readonly caller: Caller;
  readonly origin: Origin | undefined;
}

interface Writing extends Running, Pick<HttpWorld, "waitingCalls"> {
  readonly auditReason: string | undefined;
  readonly encode: EncodeReply;
  readonly reply: RequestFacts["reply"];
}

/** Runs a handler that only reads. */
function runReading(
  { run }: Binding,
  { work, caller, origin }: Running,
  input: AnyInput,
): Promise<AnyReply> {
  return work.read((ctx) => run(new CallerReadContext(ctx, caller) as never, input), origin);
}

/** The same, and collects what the reply depends on. */
function runObserved({ run }: Binding, { work, caller, origin }: Running, input: AnyInput) {
  return work.observe((ctx) => run(new CallerReadContext(ctx, caller) as never, input), origin);
}

/**
 * Runs a handler that writes. What it reads and replies with must be garbage as soon as it has run:
 * a transaction waits to be committed with others, and young objects that stay alive meanwhile are
 * copied by each collection. So the reply is encoded within the transaction, and a form is parsed
 * again in the next run.
 */
function runWriting(
  { kind, run }: Binding,
  { work, waitingCalls, caller, origin, auditReason, encode, reply }: Writing,
  input: AnyInput,
): Promise<EncodedReply> {
  if (kind === "outside") {
    const gone: WhenGone = (leave) => reply && whenGone(reply, leave);
    const means = { work: work.of(origin), caller, origin, whenGone: gone };
    const running = run(means as never, readOnce(input));
    return waitingCalls.run(running).then(encode);
  }
  return work.transaction(async (ctx) => {
    const own = new CallerContext(ctx, caller, auditReason);
    return encode(await run(own as never, readOnce(input)));
  }, origin);
}

/** Parses the form only once per run of the handler. */
function readOnce(input: AnyInput): AnyInput {
  const read = input.body as Form["body"];
  let found: { readonly value: unknown } | undefined;
  const body: Form["body"] = (rule) => (found ??= { value: read(rule) }).value;
  return { ...input, body } as AnyInput;
}

/**
 * If an error is not declared, the credential may have been deleted meanwhile: then the refusal of
 * the credential is returned instead.
 */
function explanation({ endpoint, checkToken }: Binding) {
  const declared = new Set(errorsOf(endpoint).map((each) => each.name));
  return async (error: unknown, { world, request, params }: Call): Promise<unknown> => {
    if (error instanceof ApiError && declared.has(error.declaration.name)) return error;
    try {
      await world.authenticate(endpoint, request);
      if (checkToken !== undefined) await world.work.read(async (ctx) => checkToken(ctx, params));
    } catch (refusal) {
      return refusal;
    }
    return undeclaredAsBug(error, endpoint);
  };
}

/** A refusal that the endpoint does not declare is a bug in the declaration, and replies 500. */
function undeclaredAsBug(error: unknown, endpoint: EndpointDeclaration): unknown {
  if (!(error instanceof ApiError)) return error;
  const { name } = error.declaration;
  return new Error(`${endpoint.id} refused with ${name}, which it does not declare`, {
    cause: error,
  });
}
