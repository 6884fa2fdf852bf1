// The channels that a session's user does not see: it knows of them, and not of their threads. Most
// sessions see everything, so nothing is kept for those.

const none: ReadonlySet<string> = new Set();

/** Whose channels they are. */
interface Changing {
  /** Called after each change. */
  touched(): void;
}

export class HiddenChannels {
  /** Guild id to channel ids. */
  #byGuild: Map<string, Set<string>> | undefined;
  readonly #session: Changing;

  constructor(session: Changing) {
    this.#session = session;
  }

  /** Guilds with the channels that are hidden there. */
  all(): readonly (readonly [guildId: string, channelIds: readonly string[]])[] {
    return [...(this.#byGuild ?? [])].map(([guildId, channelIds]) => [guildId, [...channelIds]]);
  }

  has(guildId: string, channelId: string): boolean {
    return (this.#byGuild?.get(guildId) ?? none).has(channelId);
  }

  /** Says of one channel whether it is hidden from now on. */
  mark(guildId: string, channelId: string, isHidden: boolean): void {
    if (isHidden === this.has(guildId, channelId)) return;
    const channelIds = new Set(this.#byGuild?.get(guildId));
    if (isHidden) channelIds.add(channelId);
    else channelIds.delete(channelId);
    this.set(guildId, channelIds);
  }

  /** These channels of a guild are hidden, and no others. */
  set(guildId: string, channelIds: ReadonlySet<string>): void {
    if (channelIds.size === 0) return this.forget(guildId);
    this.#byGuild ??= new Map();
    this.#byGuild.set(guildId, new Set(channelIds));
    this.#session.touched();
  }

  /** The session's user is no longer in a guild. */
  forget(guildId: string): void {
    if (this.#byGuild?.delete(guildId) === true) this.#session.touched();
  }
}
