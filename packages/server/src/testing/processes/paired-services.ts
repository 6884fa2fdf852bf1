// Sends the same calls to two services, and compares their responses.
import { isDeepStrictEqual } from "node:util";

/**
 * An id or a generated secret. Such values may differ between the services, if each always
 * corresponds to the same value of the other.
 */
const own = /\d{17,19}|[A-Za-z0-9_-]{16,}/g;

/** Two services that receive the same calls. */
export class PairedServices {
  readonly #urls: readonly [string, string];
  readonly #there = new Map<string, string>();
  readonly #here = new Map<string, string>();
  /** Differing responses, each with its request. */
  readonly differences: string[] = [];

  /** @param urls the services; `send` returns the first one's responses */
  constructor(...urls: [string, string]) {
    this.#urls = urls;
  }

  /** Calls both services at a path, like `fetch`. */
  async send(path: string, init: RequestInit): Promise<Response> {
    const packed = new Response(init.body ?? null);
    const headers = new Headers(init.headers);
    const type = packed.headers.get("content-type");
    if (type !== null && !headers.has("content-type")) headers.set("content-type", type);
    const body = await packed.text();
    const [first, second] = this.#urls;
    const sent = { ...init, headers, ...(body === "" ? {} : { body }) };
    const here = await answered(first, path, sent);
    const there = await answered(second, this.#translated(path), {
      ...sent,
      headers: [...headers].map(([name, value]) => [name, this.#translated(value)]),
      ...(body === "" ? {} : { body: this.#translated(body) }),
    });
    this.#learn(here.text, there.text);
    const expected = { status: here.status, json: jsonOf(this.#translated(here.text)) };
    if (!isDeepStrictEqual({ status: there.status, json: jsonOf(there.text) }, expected)) {
      const answers = `${here.status} ${here.text}\n${there.status} ${there.text}`;
      this.differences.push(`${init.method ?? "GET"} ${path} ${body}\n${answers}`);
    }
    return new Response(here.status === 204 ? null : here.text, here);
  }

  #translated(text: string): string {
    return text.replaceAll(own, (each) => this.#there.get(each) ?? each);
  }

  /** Values at the same position correspond, unless either corresponds to another already. */
  #learn(here: string, there: string): void {
    const theirs = there.match(own) ?? [];
    for (const [at, each] of (here.match(own) ?? []).entries()) {
      const its = theirs[at];
      if (its === undefined || this.#there.has(each) || this.#here.has(its)) continue;
      this.#there.set(each, its);
      this.#here.set(its, each);
    }
  }
}

/** A response without the service's own address. */
async function answered(url: string, path: string, init: RequestInit) {
  const response = await fetch(url + path, init);
  const text = (await response.text()).replaceAll(url.replace(/^http:/, ""), "//here");
  const { status, headers } = response;
  return { status, headers: { "content-type": headers.get("content-type") ?? "" }, text };
}

function jsonOf(text: string): unknown {
  return /^[[{]/.test(text) ? JSON.parse(text) : text;
}
