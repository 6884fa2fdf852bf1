// Repeats a call of this service, bypassing its sockets but nothing else. Source: product.md,
// Control plane.
import type { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import type { FastifyInstance, FastifyRequest, HTTPMethods } from "fastify";
import type { OpenEntry } from "../../../platform/journal.ts";
import { inOriginForm } from "./known-paths.ts";
import type { HttpWorld } from "../calls/world.ts";

/** Marks a repeated call until its journal entry begins; removed before anything is recorded. */
const MARK = "x-antechamber-repeated";

/** A call to repeat. */
interface Call {
  readonly method: HTTPMethods;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** A call that is being repeated. */
interface Repetition {
  readonly world: HttpWorld;
  /** The id of its journal entry, once it has begun. */
  entry: string | undefined;
}

/** Calls that are being repeated, by their marks. */
export class RepeatedCalls {
  readonly #underWay = new Map<string, Repetition>();
  #app: FastifyInstance | undefined;
  #count = 0;

  /** Enables calls to be made. */
  serve(app: FastifyInstance): void {
    this.#app = app;
  }

  /** The world of a repeated call, which has no port; undefined for any other call. */
  worldOf(raw: IncomingMessage): HttpWorld | undefined {
    return this.#underWay.size === 0 ? undefined : this.#marked(raw)?.world;
  }

  /** Marks can be guessed, so calls that came through a socket are ignored here. */
  #marked({ headers, socket }: IncomingMessage): Repetition | undefined {
    const mark = headers[MARK];
    const isOurs = typeof mark === "string" && !(socket instanceof Socket);
    return isOurs ? this.#underWay.get(mark) : undefined;
  }

  /** Stores the entry of a call, if it is a repeated one. */
  begun({ raw }: FastifyRequest, entry: OpenEntry): void {
    if (this.#underWay.size === 0) return;
    const repetition = this.#marked(raw);
    if (repetition === undefined) return;
    repetition.entry = entry.cause.id;
    const at = raw.rawHeaders.findIndex((each) => each.toLowerCase() === MARK);
    if (at >= 0) raw.rawHeaders.splice(at, 2);
  }

  /** Makes a call in a world, and returns its reply with the id of its entry. */
  async send(world: HttpWorld, { method, url, headers, body }: Call) {
    if (this.#app === undefined) throw new Error("the service takes no calls yet");
    this.#count += 1;
    const mark = `${this.#count}`;
    const repetition: Repetition = { world, entry: undefined };
    this.#underWay.set(mark, repetition);
    try {
      const answer = await this.#app.inject({
        method,
        url: inOriginForm(url),
        headers: { host: "localhost", ...headers, [MARK]: mark },
        ...(body === undefined ? {} : { payload: body }),
      });
      return {
        status: answer.statusCode,
        headers: textHeaders(answer.headers),
        text: answer.body,
        entry: repetition.entry ?? null,
      };
    } finally {
      this.#underWay.delete(mark);
    }
  }
}

function textHeaders(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  const texts = Object.entries(headers).map(([name, value]) => [name, String(value)] as const);
  return Object.fromEntries(texts);
}
