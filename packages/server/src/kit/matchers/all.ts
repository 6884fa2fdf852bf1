// Every matcher by name, for the runners to register.
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

/** Every matcher by name, for `expect.extend(matchers)` in runners without a module of the kit. */
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

/** The matchers as methods of `expect(…)`. */
export interface Matchers<R = unknown> {
  /**
   * Expects a message with this text, or one that matches: `(/pong/, { ephemeral: true })`; or one
   * with these fields: `({ embeds: [{ title: "Lost key" }] })`.
   */
  toHaveReplied(...args: Arguments<typeof toHaveReplied>): R;
  /** Expects a denial, with which nothing was sent: `toBeDenied({ by: "channel" })`. */
  toBeDenied(...args: Arguments<typeof toBeDenied>): R;
  /** Expects a modal: `toHaveModal({ title: "Report", fields: ["Reason"] })`. */
  toHaveModal(...args: Arguments<typeof toHaveModal>): R;
  /** Expects these choices by name, in this order, or choices that all match. */
  toHaveChoices(...args: Arguments<typeof toHaveChoices>): R;
  /** Expects that there was no response in time. */
  toHaveTimedOut(): R;
  /** Expects that the application's response was refused, or its endpoint failed. */
  toHaveFailed(): R;
  /** Expects that an activity was launched. */
  toHaveLaunched(): R;
  /** Expects such a message in a view: `expect(await place.sees()).toContainMessage(/lost/)`. */
  toContainMessage(...args: Arguments<typeof toContainMessage>): R;
  /** Expects such a message, now or within two seconds: `await expect(place).toSee(/lost/)`. */
  toSee(...args: Arguments<typeof toSee>): Promise<void>;
  /** Expects that the decision allows the command. */
  toBeAllowed(): R;
  /** Expects such an event, now or within two seconds: `toHear("LOBBY_UPDATE", { id })`. */
  toHear(...args: Arguments<typeof toHear>): Promise<void>;
  /** Expects that the application's webhook received an event, now or within two seconds. */
  toHaveDelivered(...args: Arguments<typeof toHaveDelivered>): Promise<void>;
  /** Expects that a lobby does not exist. */
  toBeGone(): R;
  /** Expects a response with status 429: `toBeLimited({ retryAfter: 3 })`, in seconds. */
  toBeLimited(...args: Arguments<typeof toBeLimited>): R;
}
