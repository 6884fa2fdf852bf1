import type { IntentName } from "./gateway/opcodes.ts";
import type { PermissionName } from "./permissions/permissions.ts";
import type { Static, TSchema } from "./schema/values.ts";

/** The data of a channel that determines who can view it. */
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
 * Who receives an event. `channel`: all users who can view the channel, `guild`: every session of
 * the guild, `application`: that application's bot, `user`: that user's sessions, `users`: the
 * sessions of these users that are first-party or authorized for the application by OAuth2,
 * `nobody`: only consumers inside the service.
 */
export type Scope =
  | {
      readonly kind: "guild";
      readonly guild_id: string;
      /** The channel of the event as it was then: only users who could view it receive the event. */
      readonly place?: SeenChannel;
    }
  | {
      readonly kind: "channel";
      readonly guild_id?: string;
      readonly channel_id: string;
      /**
       * For a deleted private thread of the channel: its members. Only they and users who manage
       * threads receive the event.
       */
      readonly thread_member_ids?: readonly string[];
      /** Only this user among them. */
      readonly user_id?: string;
    }
  | { readonly kind: "application"; readonly application_id: string; readonly guild_id?: string }
  | { readonly kind: "user"; readonly user_id: string }
  | {
      readonly kind: "users";
      readonly user_ids: readonly string[];
      readonly application_id: string;
      /** Only sessions that are authorized for the application by OAuth2. */
      readonly audience?: "application";
    }
  | { readonly kind: "nobody" };

export interface EventDeclaration {
  readonly name: string;
  readonly source: string;
  readonly summary: string;
  readonly scope: Scope["kind"];
  /**
   * A bot's session needs one of these intents; absent: none is needed. `dm` applies without a
   * guild.
   */
  readonly intent?: { readonly guild: IntentName; readonly dm?: IntentName };
  /**
   * The user that the event is about (`user_id`, `user.id`) receives it without that intent: with
   * `true` always, else with the named intent.
   */
  readonly alsoToSubject?: true | IntentName;
  /**
   * Absent: everyone in the scope. `users`: only signed-in users. `application`: only sessions that
   * are authorized for the application by OAuth2.
   */
  readonly audience?: "users" | "application";
  /** Receivers need one of these permissions in the channel, or in the guild if there is none. */
  readonly needs?: readonly PermissionName[];
  /**
   * True if the event happens inside the channel: for a voice or stage channel, only users who may
   * connect receive it.
   */
  readonly isInside?: true;
  /**
   * Whether it may change who can view which channels of its guild. Absent: true with the scope
   * `guild`, else false.
   */
  readonly changesViews?: boolean;
  /** True if the keys of its payload are in alphabetical order at every depth. */
  readonly isAlphabetical?: true;
  readonly payload: TSchema;
}

/** Declares an event, which is recorded with the change that caused it and delivered after it. */
export function event<const D extends EventDeclaration>(declaration: D): D {
  return declaration;
}

export type Payload<D extends EventDeclaration> = Static<D["payload"]>;
