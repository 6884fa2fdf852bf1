// Every matcher by name; each runner is given them in its own way.
import {
  toBeDenied,
  toContainMessage,
  toHaveChoices,
  toHaveFailed,
  toHaveLaunched,
  toHaveModal,
  toHaveReplied,
  toHaveTimedOut,
  toSee,
} from "./replies.ts";
import { toBeAllowed, toBeGone, toBeLimited, toHaveDelivered, toHear } from "./world.ts";

/** Every matcher by name, for `expect.extend(matchers)` of a runner that the kit has no door for. */
export const matchers = {
  toBeAllowed,
  toBeDenied,
  toBeGone,
  toBeLimited,
  toContainMessage,
  toHaveChoices,
  toHaveDelivered,
  toHaveFailed,
  toHaveLaunched,
  toHaveModal,
  toHaveReplied,
  toHaveTimedOut,
  toHear,
  toSee,
} as const;

type Arguments<F> = F extends (received: never, ...args: infer A) => unknown ? A : never;

/** The matchers as methods of what `expect` gives. */
export interface Matchers<R = unknown> {
  /** The user got a message with this text, or one that fits: `(/pong/, { ephemeral: true })`. */
  toHaveReplied(...args: Arguments<typeof toHaveReplied>): R;
  /** The user may not use the command, and nothing was sent: `toBeDenied({ by: "channel" })`. */
  toBeDenied(...args: Arguments<typeof toBeDenied>): R;
  /** The user was shown a form: `toHaveModal({ title: "Report", fields: ["Reason"] })`. */
  toHaveModal(...args: Arguments<typeof toHaveModal>): R;
  /** The user was offered these choices by name, in this order, or choices that fit. */
  toHaveChoices(...args: Arguments<typeof toHaveChoices>): R;
  /** Nobody answered in time. */
  toHaveTimedOut(): R;
  /** The application's answer was refused, or its endpoint failed. */
  toHaveFailed(): R;
  /** An activity was launched. */
  toHaveLaunched(): R;
  /** What a user sees has such a message: `expect(await place.sees()).toContainMessage(/lost/)`. */
  toContainMessage(...args: Arguments<typeof toContainMessage>): R;
  /** A user sees such a message, now or within two seconds: `await expect(place).toSee(/lost/)`. */
  toSee(...args: Arguments<typeof toSee>): Promise<void>;
  /** The decision lets the user use the command. */
  toBeAllowed(): R;
  /** A session receives such an event, now or within two seconds: `toHear("LOBBY_UPDATE", { id })`. */
  toHear(...args: Arguments<typeof toHear>): Promise<void>;
  /** An event was posted to the application's webhook and taken, now or within two seconds. */
  toHaveDelivered(...args: Arguments<typeof toHaveDelivered>): Promise<void>;
  /** A lobby is not there any more. */
  toBeGone(): R;
  /** A call was refused with 429: `toBeLimited({ retryAfter: 3 })`, in seconds. */
  toBeLimited(...args: Arguments<typeof toBeLimited>): R;
}
