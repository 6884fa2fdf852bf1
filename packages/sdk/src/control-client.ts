// Every call of the control plane, typed, and the journal as a stream.
import {
  callAddress,
  replyValue,
  type AnswerHeaders,
  type InputOf,
  type LooseAddress,
} from "./call-shape.ts";
import { delay, systemEnvironment, type Environment } from "./environment.ts";
import { controlCalls, type ControlCalls } from "./generated/control-calls.ts";
import type * as types from "./generated/control-types.ts";
import { jsonBody } from "./request-body.ts";
import { NetworkError, RestError } from "./rest-errors.ts";
import { serverSentEvents } from "./server-sent-events.ts";

/** The id of an endpoint of the control plane: `control.clock.move`. */
export type ControlCallId = keyof ControlCalls;

/** The input of a call. */
export type ControlInput<I extends ControlCallId> = InputOf<ControlCalls[I]> & {
  readonly signal?: AbortSignal;
};

/** The value that a call resolves to. */
export type ControlReply<I extends ControlCallId> = ControlCalls[I]["reply"];

/** The part of a response that is read. */
export interface Answer {
  readonly status: number;
  readonly headers: AnswerHeaders;
  text(): Promise<string>;
}

/** Makes a call as `fetch` does; rejects when no response arrives. */
export type FetchLike = (
  url: URL,
  init: {
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
    readonly signal?: AbortSignal;
  },
) => Promise<Answer>;

/** The options of a control client. */
export interface ControlOptions {
  /** The service's address, without a trailing slash: `http://127.0.0.1:8010`. */
  readonly baseUrl: string;
  /** Absent in a browser, which sends the cookie of a console session instead. */
  readonly controlKey?: string;
  /** Headers for every call, besides its own. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The world that every call addresses; absent: the one that the service started with. */
  readonly world?: string;
  /** Time and randomness; absent: the system's. */
  readonly environment?: Environment;
  /** Makes the calls, but not the journal's streams; absent: the platform's `fetch`. */
  readonly fetch?: FetchLike;
}

/** An event of the journal's stream. */
export type JournalEvent =
  | {
      readonly event: "hello";
      readonly data: {
        readonly version: string;
        readonly world: string;
        readonly epoch: string;
        readonly records: string;
        readonly mode: string;
      };
    }
  | { readonly event: "entry"; readonly id: string; readonly data: types.JournalEntry }
  | { readonly event: "gap"; readonly data: { readonly missed: number } };

/** Which entries of the journal to follow, and for how long. */
export interface FollowOptions {
  /** The query of `control.journal.list`. */
  readonly query?: Readonly<Record<string, string>>;
  /** The id of the last entry that the caller already has. */
  readonly lastEventId?: string;
  /** Called whenever the connection is lost or cannot be opened; the client then retries. */
  readonly lost?: () => void;
  /** Aborting it ends the stream. */
  readonly signal?: AbortSignal;
}

/** How long before a lost stream is reopened, in real milliseconds. */
const REOPEN_MS = 1000;

/**
 * How long to wait before a stream is reopened that was refused temporarily (rate limited, or a
 * server error), in real milliseconds.
 *
 * @throws RestError the given refusal itself if it is permanent
 */
function restAfter(refusal: RestError): number {
  if (refusal.status !== 429 && refusal.status < 500) throw refusal;
  return Math.max(REOPEN_MS, refusal.retryAfter * 1000);
}

/** A page's title is cut to this length in error messages. */
const TITLE_MAX = 80;

interface LooseInput extends LooseAddress {
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/**
 * Every endpoint of the control plane as a typed call: `control.call("control.clock.move", { body
 * })`.
 */
export class ControlClient {
  readonly #options: ControlOptions;
  readonly #environment: Environment;

  /** @throws TypeError for a control key that a header cannot contain */
  constructor(options: ControlOptions) {
    if (!/^[\x20-\xff]*$/.test(options.controlKey ?? ""))
      throw new TypeError("the control key has characters that no header takes");
    this.#options = options;
    this.#environment = options.environment ?? systemEnvironment;
  }

  /**
   * Calls an endpoint by its id.
   *
   * @throws RestError for a refusal; NetworkError when no response arrives, or one that is not the
   *   service's
   */
  async call<I extends ControlCallId>(
    id: I,
    ...[input]: object extends ControlInput<I>
      ? [input?: ControlInput<I>]
      : [input: ControlInput<I>]
  ): Promise<ControlReply<I>> {
    const { method, encoding, path } = controlCalls[id];
    const { body, signal, ...address } = (input ?? {}) as LooseInput;
    const { headers = {}, content } =
      encoding === "json" && body !== undefined ? jsonBody(body) : {};
    const url = this.#addressOf(path, address);
    const request = this.#options.fetch ?? fetch;
    const answering = async () => {
      const answer = await request(url, {
        method,
        headers: this.#headers(headers),
        ...(content === undefined ? {} : { body: content }),
        ...(signal === undefined ? {} : { signal }),
      });
      return { answer, text: await answer.text() };
    };
    const { answer, text } = await answering().catch(noAnswer(url));
    if (answer.status < 200 || answer.status > 299) throw RestError.of(answer, text);
    return readAnswer(url, answer, text) as ControlReply<I>;
  }

  /**
   * Yields the journal's entries as they are written. A lost connection is reopened after the last
   * entry. So is a stream that the service refuses temporarily (429, 5xx), after the wait that it
   * asks for. The stream ends when its signal is aborted or the service refuses it for good.
   *
   * @throws RestError
   */
  async *follow(options: FollowOptions = {}): AsyncGenerator<JournalEvent> {
    const { query = {}, lost, signal } = options;
    const url = this.#addressOf(controlCalls["control.journal.list"].path, {
      query: { ...query, follow: true },
    });
    let last = options.lastEventId;
    const isOver = () => signal?.aborted === true;
    while (!isOver()) {
      let restMs = REOPEN_MS;
      try {
        for await (const received of this.#eventsOf(url, last, signal)) {
          last = received.id ?? last;
          yield received as JournalEvent;
        }
      } catch (error) {
        if (error instanceof RestError) restMs = restAfter(error);
      }
      if (isOver()) return;
      lost?.();
      await delay(this.#environment, restMs, signal);
    }
  }

  /** The events of one connection, until it is lost. */
  async *#eventsOf(url: URL, last: string | undefined, signal: AbortSignal | undefined) {
    const response = await fetch(url, {
      headers: this.#headers(last === undefined ? {} : { "last-event-id": last }),
      ...(signal === undefined ? {} : { signal }),
    }).catch(noAnswer(url));
    if (!response.ok) throw RestError.of(response, await response.text());
    yield* serverSentEvents(response);
  }

  #addressOf(path: string, { query = {}, ...address }: LooseAddress): URL {
    const { baseUrl, world } = this.#options;
    return callAddress(baseUrl + path, { ...address, query: { ...query, world } });
  }

  #headers(ofCall: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
    const { controlKey, headers } = this.#options;
    const key = controlKey === undefined ? {} : { authorization: `Control ${controlKey}` };
    return { ...ofCall, ...headers, ...key };
  }
}

/** Makes the handler of a failed fetch. @throws NetworkError always */
function noAnswer({ pathname }: URL): (cause: unknown) => never {
  return (cause) => {
    throw new NetworkError(`${pathname}: no answer`, { cause });
  };
}

/**
 * The value of a successful response.
 *
 * @throws NetworkError, quoting the response, if it is not the service's
 */
function readAnswer({ pathname }: URL, answer: Answer, text: string): unknown {
  // The control plane serves no HTML, so a page comes from some other server at this address.
  if (/^text\/html\b/i.test(answer.headers.get("content-type") ?? "")) {
    const title = /<title[^>]*>([^<]+)/i
      .exec(text)?.[1]
      ?.replaceAll(/[\s\p{Cc}]+/gu, " ")
      .trim();
    const named = title === undefined || title === "" ? "" : ` "${title.slice(0, TITLE_MAX)}"`;
    throw new NetworkError(`${pathname}: a page came, ${answer.status}${named}`);
  }
  try {
    return replyValue(answer, text);
  } catch (cause) {
    throw new NetworkError(`${pathname}: what came is no JSON`, { cause });
  }
}
