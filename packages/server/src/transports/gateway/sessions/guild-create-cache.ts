// GUILD_CREATE, as sessions receive it when they begin. It is long, and each session keeps it for a
// resume: those that received the same keep the same bytes.
import { dropOldest } from "../../../platform/collections/drop-oldest.ts";
import type { Encoded } from "../wire/codec.ts";

/** Guilds of which the newest one is known. */
const GUILDS_MAX = 10_000;

export class GuildCreateCache {
  /** As long as any session keeps it. */
  readonly #newest = new Map<string, WeakRef<Encoded>>();

  /** The event that another session received last, where it says the same. */
  shared(guildId: string, event: Encoded): Encoded {
    const before = this.#newest.get(guildId)?.deref();
    if (before?.body.equals(event.body) === true) return before;
    this.#newest.set(guildId, new WeakRef(event));
    dropOldest(this.#newest, GUILDS_MAX);
    return event;
  }
}
