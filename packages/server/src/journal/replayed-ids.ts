// Maps the ids of a trace to those in the world where it is replayed. Source: product.md, Control
// plane.
import type { RepeatedCall } from "./replay.ts";
import { jsonValue } from "./view.ts";

const SNOWFLAKE = /^[0-9]{15,20}$/;
const SNOWFLAKES = /(?<![0-9])[0-9]{15,20}(?![0-9])/g;

/**
 * The start of a URL with an interaction's or application's id and the token, as in calls that
 * respond to an interaction.
 */
const WITH_TOKEN = /^(\/api(?:\/v[0-9]+)?\/(?:interactions|webhooks)\/[0-9]+\/)([^/?]+)/;

/** The query parameter that names a world, removed since the call goes to the other world. */
const WORLD_IN_QUERY = /([?&])world=[^&]*(?:&|$)/;

/** Collects the ids of the other world from its responses, and translates calls to them. */
export class ReplayedIds {
  readonly #trace: string;
  readonly #newIds = new Map<string, string>();
  readonly #interaction = Promise.withResolvers<void>();
  #token: string | undefined;

  /** @param trace the id of the trace, which is its interaction's if it has one */
  constructor(trace: string) {
    this.#trace = trace;
  }

  /** Resolves when the other world has sent the trace's interaction. */
  get interaction(): Promise<void> {
    return this.#interaction.promise;
  }

  /** Takes the id and the token from an event's payload, if it is the first interaction. */
  noteInteraction(payload: unknown): void {
    if (this.#token !== undefined) return;
    const { id, token, application_id } = (payload ?? {}) as Record<string, unknown>;
    if (typeof id !== "string" || typeof token !== "string" || application_id === undefined) return;
    this.#token = token;
    this.#newIds.set(this.#trace, id);
    this.#interaction.resolve();
  }

  needsInteraction({ url }: RepeatedCall): boolean {
    return this.#token === undefined && WITH_TOKEN.test(url);
  }

  /**
   * Compares a recorded response with the new one: ids that differ at the same place name the same
   * object.
   */
  compare(before: string | undefined, now: unknown): void {
    if (before !== undefined) this.#compare(jsonValue(before), now);
  }

  #compare(before: unknown, now: unknown): void {
    if (typeof before === "string" && typeof now === "string") {
      if (before !== now && SNOWFLAKE.test(before) && SNOWFLAKE.test(now)) {
        this.#newIds.set(before, now);
      }
      return;
    }
    if (typeof before !== "object" || typeof now !== "object" || before === null || now === null)
      return;
    for (const [key, inner] of Object.entries(before)) {
      this.#compare(inner, (now as Record<string, unknown>)[key]);
    }
  }

  /** The call with the ids and the token of the other world. */
  translate(call: RepeatedCall): RepeatedCall {
    const url = call.url.replace(WORLD_IN_QUERY, (_all, first: string) => first);
    const token = this.#token;
    const withToken =
      token === undefined ? url : url.replace(WITH_TOKEN, (_all, path: string) => path + token);
    return { ...call, url: this.#rename(withToken), body: call.body && this.#rename(call.body) };
  }

  #rename(text: string): string {
    return text.replaceAll(SNOWFLAKES, (id) => this.#newIds.get(id) ?? id);
  }
}
