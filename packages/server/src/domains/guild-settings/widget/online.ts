// Who of a guild is online; the gateway has the sessions.

/** How somebody shows themselves. */
export interface Shown {
  readonly status: string;
  readonly activities: readonly object[];
}

export interface OnlineMembers {
  /** Undefined for who is offline. */
  of(userId: string): Shown | undefined;
  /** Ids of users, in no order. */
  onlineIn(guildId: string): readonly string[];
}
