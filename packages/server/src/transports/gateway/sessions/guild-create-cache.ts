// Shares the bytes of GUILD_CREATE between sessions. The event is large, and each session keeps it
// for a resume, so sessions that received the same content keep the same bytes.
import { dropOldest } from "../../../platform/collections/drop-oldest.ts";
import type { Encoded } from "../wire/codec.ts";

/** Guilds whose newest event is cached. */
const GUILDS_MAX = 10_000;

export class GuildCreateCache {
  /** Each is held weakly: it lives as long as a session keeps it. */
  readonly #newest = new Map<string, WeakRef<Encoded>>();

  /** The cached event of the guild, if its content is the same; otherwise caches this one. */
  shared(guildId: string, event: Encoded): Encoded {
    const before = this.#newest.get(guildId)?.deref();
    if (before?.body.equals(event.body) === true) return before;
    this.#newest.set(guildId, new WeakRef(event));
    dropOldest(this.#newest, GUILDS_MAX);
    return event;
  }
}
