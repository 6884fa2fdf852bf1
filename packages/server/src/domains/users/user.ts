// The user record, its table and its views.
import type { WorldConnection } from "@antechamber/contract/oauth";
import { snowflakeKey, type Static } from "@antechamber/contract/schema";
import type { OwnUser, User } from "@antechamber/contract/users";
import { tableOf } from "../../platform/store.ts";

/** A person or a bot. The token is stored as a hash; only simulated users have one. */
export interface UserRecord {
  readonly id: string;
  readonly username: string;
  readonly discriminator: string;
  readonly global_name: string | null;
  readonly avatar: string | null;
  readonly bot?: true;
  readonly banner: string | null;
  readonly accent_color: number | null;
  readonly public_flags: number;
  readonly flags: number;
  readonly locale: string;
  readonly email: string | null;
  readonly verified: boolean;
  readonly mfa_enabled: boolean;
  readonly premium_type: number;
  readonly avatar_decoration_data?: object | null;
  readonly collectibles?: object | null;
  readonly primary_guild?: object | null;
  readonly connections: readonly Static<typeof WorldConnection>[];
  readonly isBanned: boolean;
  /** A provisional account, created for a player of another service; it cannot sign in. */
  readonly isProvisional?: true;
  /** Games may not send them messages on behalf of other users. */
  readonly refusesGameMessages?: true;
  readonly tokenDigest?: string;
}

/** The form of a name that searches use, regardless of case. */
export function searchedName(name: string): string {
  return name.toLowerCase();
}

export const users = tableOf<UserRecord>()({
  name: "user",
  isWatched: true,
  key: (user) => snowflakeKey(user.id),
  indexes: {
    username: (user) => user.username,
    /** The names that users are found by, regardless of case. */
    name: ({ username, global_name: displayName }) =>
      [username, displayName].flatMap((name) => (name === null ? [] : [searchedName(name)])),
  },
  unique: { token: (user) => user.tokenDigest },
});

/** The defaults of a user. */
export const userDefaults = {
  discriminator: "0",
  global_name: null,
  avatar: null,
  banner: null,
  accent_color: null,
  public_flags: 0,
  flags: 0,
  locale: "en-US",
  email: null,
  verified: true,
  mfa_enabled: false,
  premium_type: 0,
  avatar_decoration_data: null,
  collectibles: null,
  primary_guild: null,
  connections: [],
  isBanned: false,
} as const;

/** The flag of a provisional account. Source: assumed: the public user flag. */
const PROVISIONAL_ACCOUNT = 1n << 23n;

/** The flags with those that follow from other fields; the result may exceed 32 bits. */
function shownFlags(user: UserRecord, flags: number): number {
  return user.isProvisional === true ? Number(BigInt(flags) | PROVISIONAL_ACCOUNT) : flags;
}

/** A user as everyone is shown them. */
export function userView(user: UserRecord): Static<typeof User> {
  return {
    id: user.id,
    username: user.username,
    discriminator: user.discriminator,
    global_name: user.global_name,
    avatar: user.avatar,
    ...(user.bot === true ? { bot: true } : {}),
    banner: user.banner,
    accent_color: user.accent_color,
    public_flags: shownFlags(user, user.public_flags),
    flags: shownFlags(user, user.flags),
    avatar_decoration_data: user.avatar_decoration_data ?? null,
    collectibles: user.collectibles ?? null,
    primary_guild: user.primary_guild ?? null,
  };
}

/** Which of the fields with restricted access are shown. */
export interface VisibleUserFields {
  readonly email: boolean;
  /** The real subscription, which only approved partners are shown. Source: requirements 5. */
  readonly premium?: boolean;
}

/** All fields, for the event of a changed user; each session receives those that it is allowed. */
export const allUserFields: VisibleUserFields = { email: true, premium: true };

/** A user as they are shown themselves, with the fields that the caller is allowed. */
export function ownUserView(user: UserRecord, sight: VisibleUserFields): Static<typeof OwnUser> {
  return {
    ...userView(user),
    mfa_enabled: user.mfa_enabled,
    locale: user.locale,
    premium_type: sight.premium === true ? user.premium_type : 0,
    ...(sight.email ? { email: user.email, verified: user.verified } : {}),
  };
}
