// Calls the control plane of one world. Source: product.md, Control plane.
import { request } from "./environment.ts";
import { ControlRefusal, type RefusalBody } from "./errors.ts";
import { noAnswer } from "./no-answer.ts";

/** The URL of a service, and the key of its control plane. */
export interface ServerAddress {
  readonly url: string;
  readonly controlKey: string;
}

/** The query of a call; lists are written with commas. */
export type Query = Readonly<
  Record<string, string | number | boolean | readonly string[] | undefined>
>;

/** The body and query of a call, and what aborts it. */
export interface CallParts {
  readonly body?: unknown;
  readonly query?: Query;
  readonly signal?: AbortSignal;
}

/** Makes calls such as `call("PATCH /clock", { body })`, below `/control/v1`. */
export class ControlClient {
  readonly #server: ServerAddress;
  /** The world that calls are about; absent: the one that the service started with. */
  readonly #world: string | undefined;

  constructor(server: ServerAddress, world?: string) {
    this.#server = server;
    this.#world = world;
  }

  /** Makes a call, and parses the response. @throws ControlRefusal; Error if no service responds */
  async call<T>(route: string, parts: CallParts = {}): Promise<T> {
    const text = await this.text(route, parts);
    return (text === "" ? undefined : this.#parsed(text)) as T;
  }

  /** @throws Error for a response that is not JSON */
  #parsed(text: string): unknown {
    try {
      return JSON.parse(text) as unknown;
    } catch (error) {
      const reason = `something other than an Antechamber service answers at ${this.#server.url}`;
      throw new Error(reason, { cause: error });
    }
  }

  /** The text of the response. @throws ControlRefusal; Error if no service responds */
  async text(route: string, { body, query = {}, signal }: CallParts = {}): Promise<string> {
    const [method = "GET", path = "/"] = route.split(" ");
    const sent = request(this.urlOf(path, query), {
      method,
      headers: {
        authorization: `Control ${this.#server.controlKey}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
    const response = await sent.catch((error: unknown) => {
      const { says, fix } = noAnswer(error, this.#server.url);
      throw new Error(fix === undefined ? says : `${says}: ${fix}`, { cause: error });
    });
    const text = await response.text();
    if (response.ok) return text;
    throw new ControlRefusal(route, response.status, this.#parsed(text) as RefusalBody);
  }

  /** The URL of a page of the console about this world. */
  consoleUrlOf(path: string): string {
    const url = new URL(`/console${path}`, this.#server.url);
    if (this.#world !== undefined) url.searchParams.set("w", this.#world);
    return url.href;
  }

  /** The URL of a call, without the key. */
  urlOf(path: string, query: Query = {}): string {
    const url = new URL(`/control/v1${path}`, this.#server.url);
    const all: Query = { ...query, world: this.#world };
    for (const [name, value] of Object.entries(all)) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    return url.href;
  }
}

/** A name or an id as a segment of a path. */
export function segment(reference: string): string {
  return encodeURIComponent(reference);
}
