// The gateway's port to the server for voice connections, which may be absent.

/** A user who joined a voice channel, and may connect now. */
export interface VoiceParticipant {
  readonly guildId: string;
  readonly channelId: string;
  readonly userId: string;
  /** The gateway session through which they joined. */
  readonly sessionId: string;
  /** Proves who connects; a secret of that user. */
  readonly token: string;
}

export interface VoiceServers {
  /**
   * Expects a connection, which replaces an earlier one of that user in that guild.
   *
   * @returns the address to connect to: `host:port`
   */
  expect(guest: VoiceParticipant): string;
}
