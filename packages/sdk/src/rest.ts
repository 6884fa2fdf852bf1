// Every endpoint as a typed call that waits out rate limits.
import { delay, systemEnvironment, type Environment } from "./environment.ts";
import { calls, type CallIds, type Calls } from "./generated/calls.ts";
import { callAddress, replyValue, type InputOf, type LooseAddress } from "./call-shape.ts";
import { requestBody, type FilePart } from "./request-body.ts";
import { NetworkError, RestError } from "./rest-errors.ts";
import { Waiting, type LimitKeys } from "./waiting.ts";

/** The id of an endpoint: `lobbies.create`. */
export type CallId = keyof Calls;

/** The input of a call. */
export type CallInput<I extends CallId> = InputOf<Calls[I]> & {
  readonly files?: readonly FilePart[];
  /** Replaces the client's own credential: `Bot <token>`, `Bearer <token>`, `Basic <pair>`. */
  readonly authorization?: string;
  readonly signal?: AbortSignal;
};

/** The value that a call resolves to. */
export type CallReply<I extends CallId> = Calls[I]["reply"];

type Method<I extends CallId> =
  object extends CallInput<I>
    ? (input?: CallInput<I>) => Promise<CallReply<I>>
    : (input: CallInput<I>) => Promise<CallReply<I>>;

/** One method for each endpoint: `rest.api.lobbies.create({ body })`. */
export type Methods = {
  readonly [R in keyof CallIds]: {
    readonly [V in keyof CallIds[R]]: CallIds[R][V] extends CallId ? Method<CallIds[R][V]> : never;
  };
};

/** The options of a REST client. */
export interface RestOptions {
  /** The service's address, without a trailing slash: `http://127.0.0.1:8010`. */
  readonly baseUrl: string;
  /** The Authorization header for calls that do not set one. */
  readonly authorization?: () => string | undefined;
  /** The longest total wait of one call for rate limits, in milliseconds; absent: a minute. */
  readonly patienceMs?: number;
  /** Time and randomness; absent: the system's. */
  readonly environment?: Environment;
}

/** The default of `patienceMs`: after this total wait, a call throws the refusal. */
const PATIENCE_MS = 60_000;
/** The wait after a refusal that does not say how long to wait. */
const UNSAID_WAIT_S = 1;

interface LooseInput extends LooseAddress {
  readonly body?: unknown;
  readonly files?: readonly FilePart[];
  readonly authorization?: string;
  readonly signal?: AbortSignal;
}

/** The resource that has a rate limit of its own. Source: protocol: gateway-oauth-limits 6.2. */
function subjectOf(path: Readonly<Record<string, string>>): string {
  const { channel_id, guild_id, webhook_id = "", webhook_token = "" } = path;
  return channel_id ?? guild_id ?? `${webhook_id} ${webhook_token}`;
}

/**
 * Every endpoint of the API as a typed call: `rest.api.lobbies.create({ body })`. A rate-limited
 * call waits and is retried; any other refusal is thrown.
 */
export class Rest {
  /** One method for each endpoint. */
  readonly api: Methods;
  readonly #options: RestOptions;
  readonly #environment: Environment;
  readonly #waiting: Waiting;

  constructor(options: RestOptions) {
    this.#options = options;
    this.#environment = options.environment ?? systemEnvironment;
    this.#waiting = new Waiting(this.#environment);
    this.api = this.#methods();
  }

  /**
   * Calls an endpoint by its id.
   *
   * @throws RestError for a refusal, NetworkError when no response arrives
   */
  async call<I extends CallId>(id: I, input: CallInput<I>): Promise<CallReply<I>> {
    const given = input as LooseInput;
    const { url, keys } = this.#addressOf(id, given);
    const deadline = this.#environment.now() + (this.#options.patienceMs ?? PATIENCE_MS);
    for (;;) {
      await this.#hold(keys, deadline, given.signal);
      const { response, text } = await this.#send(id, url, given);
      if (response.ok) return replyValue(response, text) as CallReply<I>;
      const refusal = RestError.of(response, text);
      if (refusal.status !== 429) throw refusal;
      const waitMs = this.#note(keys, refusal, response);
      if (this.#environment.now() + waitMs > deadline) throw refusal;
    }
  }

  #addressOf(id: CallId, { path = {}, query = {}, authorization }: LooseInput) {
    const { method, path: template } = calls[id];
    const url = callAddress(this.#options.baseUrl + template, { path, query });
    const caller = authorization ?? this.#options.authorization?.() ?? "";
    const bucket = `${caller} ${method} ${template} ${subjectOf(path)}`;
    return { url, keys: { bucket, everything: `${caller} *` } };
  }

  /** Waits while the bucket is exhausted. At the deadline it stops waiting, and the call goes ahead. */
  async #hold(keys: LimitKeys, deadline: number, signal?: AbortSignal): Promise<void> {
    for (;;) {
      const left = deadline - this.#environment.now();
      const waitMs = Math.min(this.#waiting.forCall(keys), left);
      if (waitMs <= 0 || signal?.aborted === true) return;
      await delay(this.#environment, waitMs, signal);
    }
  }

  async #send(id: CallId, url: URL, input: LooseInput) {
    const { method, encoding } = calls[id];
    const authorization = input.authorization ?? this.#options.authorization?.();
    const body = requestBody(encoding, input.body, input.files ?? []);
    const headers: Record<string, string> = { ...body.headers };
    if (authorization !== undefined) headers["authorization"] = authorization;
    // Made outside the try block: an invalid header is the caller's mistake, not a network error.
    const request = new Request(url, {
      method,
      headers,
      ...(body.content === undefined ? {} : { body: body.content }),
      ...(input.signal === undefined ? {} : { signal: input.signal }),
    });
    try {
      const response = await fetch(request);
      return { response, text: await response.text() };
    } catch (error) {
      throw new NetworkError(`${method} ${url.pathname}: no answer`, { cause: error });
    }
  }

  /** Records the wait that a refusal asks for, and returns it in milliseconds. */
  #note(keys: LimitKeys, refusal: RestError, response: Response): number {
    const seconds = refusal.retryAfter > 0 ? refusal.retryAfter : UNSAID_WAIT_S;
    const waitMs = Math.ceil(seconds * 1000);
    const isGlobal = response.headers.get("x-ratelimit-global") === "true";
    this.#waiting.note(isGlobal ? keys.everything : keys.bucket, waitMs);
    return waitMs;
  }

  #methods(): Methods {
    const methods: Record<string, Record<string, unknown>> = {};
    for (const id of Object.keys(calls) as CallId[]) {
      const dot = id.indexOf(".");
      const resource = (methods[id.slice(0, dot)] ??= {});
      resource[id.slice(dot + 1)] = (input?: CallInput<typeof id>) => this.call(id, input ?? {});
    }
    return methods as Methods;
  }
}
