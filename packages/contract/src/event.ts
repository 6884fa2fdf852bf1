import type { IntentName } from "./gateway/opcodes.ts";
import type { PermissionName } from "./permissions/permissions.ts";
import type { Static, TSchema } from "./schema/values.ts";

/** A channel as far as who sees it follows from it. */
export interface SeenChannel {
  readonly id: string;
  readonly type: number;
  readonly permission_overwrites?: readonly {
    readonly id: string;
    readonly type: 0 | 1;
    readonly allow: string;
    readonly deny: string;
  }[];
}

/**
 * Who receives an event. `channel`: all who can see the channel, `guild`: every
 * session of the guild, `application`: that application's bot, `user`: that person's sessions,
 * `users`: those of these people's sessions that are signed in to the application by OAuth2 or
 * are first-party, `nobody`: consumers inside the service alone.
 */
export type Scope =
  | {
      readonly kind: "guild";
      readonly guild_id: string;
      /** Where in the guild it takes place, as that was then: only who sees it receives the event. */
      readonly place?: SeenChannel;
    }
  | {
      readonly kind: "channel";
      readonly guild_id?: string;
      readonly channel_id: string;
      /**
       * Of a deleted private thread of the channel: who was in it. Beside them, only those who
       * manage threads receive it.
       */
      readonly thread_member_ids?: readonly string[];
      /** Of them, this user alone. */
      readonly user_id?: string;
    }
  | { readonly kind: "application"; readonly application_id: string; readonly guild_id?: string }
  | { readonly kind: "user"; readonly user_id: string }
  | {
      readonly kind: "users";
      readonly user_ids: readonly string[];
      readonly application_id: string;
      /** Of them, those alone that are signed in to the application by OAuth2. */
      readonly audience?: "application";
    }
  | { readonly kind: "nobody" };

export interface EventDeclaration {
  readonly name: string;
  readonly source: string;
  readonly summary: string;
  readonly scope: Scope["kind"];
  /**
   * A bot's session needs one of them; absent: sent whatever the intents. `dm` counts without a
   * guild.
   */
  readonly intent?: { readonly guild: IntentName; readonly dm?: IntentName };
  /**
   * The user that it is about (`user_id`, `user.id`) receives it without the intent too: whatever
   * theirs are, or with another one that is named.
   */
  readonly alsoToSubject?: true | IntentName;
  /**
   * Absent: all in the scope. `users`: of them, signed-in users alone. `application`: of
   * them, those alone who are signed in to the application by OAuth2.
   */
  readonly audience?: "users" | "application";
  /** The permissions of which receivers need one in the channel; of a guild's event, in the guild. */
  readonly needs?: readonly PermissionName[];
  /**
   * It takes place inside of the channel: of a voice channel or a stage, it reaches those alone who
   * may connect to it.
   */
  readonly isInside?: true;
  /** The keys of its payload stand in alphabetical order, at every depth. */
  readonly isAlphabetical?: true;
  readonly payload: TSchema;
}

/** Declares a fact that is recorded with the change that caused it and delivered after it. */
export function event<const D extends EventDeclaration>(declaration: D): D {
  return declaration;
}

export type Payload<D extends EventDeclaration> = Static<D["payload"]>;
