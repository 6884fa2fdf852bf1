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
  toHaveReplied(...args: Arguments<typeof toHaveReplied>): R;
  toBeDenied(...args: Arguments<typeof toBeDenied>): R;
  toHaveModal(...args: Arguments<typeof toHaveModal>): R;
  toHaveChoices(...args: Arguments<typeof toHaveChoices>): R;
  toHaveTimedOut(): R;
  toHaveFailed(): R;
  toHaveLaunched(): R;
  toContainMessage(...args: Arguments<typeof toContainMessage>): R;
  toSee(...args: Arguments<typeof toSee>): Promise<void>;
  toBeAllowed(): R;
  toHear(...args: Arguments<typeof toHear>): Promise<void>;
  toHaveDelivered(...args: Arguments<typeof toHaveDelivered>): Promise<void>;
  toBeGone(): R;
  toBeLimited(...args: Arguments<typeof toBeLimited>): R;
}
