// The owner of a session, and which events the session was granted.
// Source: protocol: gateway-oauth-limits 4.4, 4.5.
import { IntentBit, type IntentName } from "@antechamber/contract/gateway";

export type Shard = readonly [id: number, count: number];

/** The owner of a session. */
export interface Owner {
  /** `oauth2`: an application acting for a user with an access token. */
  readonly kind: "bot" | "user" | "oauth2";
  readonly userId: string;
  readonly applicationId: string | undefined;
  /** Expanded scopes; empty for all kinds but `oauth2`. */
  readonly scopes: ReadonlySet<string>;
  /** The grant or sign-in that the token, and those that renew it, belong to. */
  readonly grant?: string | undefined;
}

/** What a session was granted. */
export interface Grant {
  /** Undefined: every event that its kind may receive. */
  readonly intents: number | undefined;
  readonly shard: Shard | undefined;
}

/** True when a session with this grant receives the events of the intent. */
export function receives({ intents }: Pick<Grant, "intents">, name: IntentName): boolean {
  return intents === undefined || asksFor(intents, name);
}

/** True when the intents of IDENTIFY include this one. */
export function asksFor(intents: number, name: IntentName): boolean {
  return (intents & (1 << IntentBit[name])) !== 0;
}
