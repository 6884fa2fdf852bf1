// The channels of its guilds that a session's user cannot view: the session receives the channels,
// but not their threads. Most sessions can view everything, so nothing is stored for those.

const none: ReadonlySet<string> = new Set();

/** The session that the channels are hidden from. */
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

  /** The hidden channels of each guild. */
  all(): readonly (readonly [guildId: string, channelIds: readonly string[]])[] {
    return [...(this.#byGuild ?? [])].map(([guildId, channelIds]) => [guildId, [...channelIds]]);
  }

  has(guildId: string, channelId: string): boolean {
    return (this.#byGuild?.get(guildId) ?? none).has(channelId);
  }

  /** Marks one channel as hidden or visible. */
  mark(guildId: string, channelId: string, isHidden: boolean): void {
    if (isHidden === this.has(guildId, channelId)) return;
    const channelIds = new Set(this.#byGuild?.get(guildId));
    if (isHidden) channelIds.add(channelId);
    else channelIds.delete(channelId);
    this.set(guildId, channelIds);
  }

  /** Sets the hidden channels of a guild: exactly these. */
  set(guildId: string, channelIds: ReadonlySet<string>): void {
    if (channelIds.size === 0) return this.forget(guildId);
    this.#byGuild ??= new Map();
    this.#byGuild.set(guildId, new Set(channelIds));
    this.#session.touched();
  }

  /** Drops a guild that the session's user has left. */
  forget(guildId: string): void {
    if (this.#byGuild?.delete(guildId) === true) this.#session.touched();
  }
}
