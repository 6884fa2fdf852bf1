// Makes a call of this service once more, past its sockets and through everything else.
// Source: product.md, Control plane.
import type { FastifyInstance, FastifyRequest, HTTPMethods } from "fastify";
import type { OpenEntry } from "../../platform/journal.ts";

/** Carries the name of a repeated call to its entry; it is taken away before anything is written. */
const MARK = "x-antechamber-repeated";

/** A call as it is made again. */
interface Call {
  readonly method: HTTPMethods;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** Calls that are being repeated, by their marks, with the ids of their entries. */
export class RepeatedCalls {
  readonly #entries = new Map<string, string | undefined>();
  #count = 0;

  /** Notes the entry of a call that is a repeated one. */
  begun({ headers, raw }: FastifyRequest, entry: OpenEntry): void {
    if (this.#entries.size === 0) return;
    const mark = headers[MARK];
    if (typeof mark !== "string" || !this.#entries.has(mark)) return;
    this.#entries.set(mark, entry.cause.id);
    const at = raw.rawHeaders.findIndex((each) => each.toLowerCase() === MARK);
    if (at >= 0) raw.rawHeaders.splice(at, 2);
  }

  /** Makes a call, and gives its answer with the id of its entry. */
  async send(app: FastifyInstance, { method, url, headers, body }: Call) {
    this.#count += 1;
    const mark = `${this.#count}`;
    this.#entries.set(mark, undefined);
    try {
      const answer = await app.inject({
        method,
        url,
        headers: { host: "localhost", ...headers, [MARK]: mark },
        ...(body === undefined ? {} : { payload: body }),
      });
      return {
        status: answer.statusCode,
        headers: textHeaders(answer.headers),
        text: answer.body,
        entry: this.#entries.get(mark) ?? null,
      };
    } finally {
      this.#entries.delete(mark);
    }
  }
}

function textHeaders(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  const texts = Object.entries(headers).map(([name, value]) => [name, String(value)] as const);
  return Object.fromEntries(texts);
}
