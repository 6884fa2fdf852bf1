// What the gateway asks of the server that voice connections are made to, which may be left out.

/** Somebody who joined a voice channel, and may connect now. */
export interface VoiceGuest {
  readonly guildId: string;
  readonly channelId: string;
  readonly userId: string;
  /** The session of the gateway through which they joined. */
  readonly sessionId: string;
  /** Proves who connects; for them alone. */
  readonly token: string;
}

export interface VoiceServers {
  /**
   * Expects a connection, in the place of an earlier one of that user in that guild.
   *
   * @returns where it is to be made: `host:port`
   */
  expect(guest: VoiceGuest): string;
}
