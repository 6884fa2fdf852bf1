// Reports calls that are refused because no bot has their token.
import type { CallObserver } from "./call-observer.ts";

const BOT_TOKEN = /^bot /i;

/** Builds an observer that reports each call that was refused because of its bot token. */
export function unknownTokens(report: () => void): CallObserver {
  return {
    ended({ status, caller, requestHeaders: { authorization } }) {
      const isRefused = status === 401 && caller === undefined;
      if (isRefused && typeof authorization === "string" && BOT_TOKEN.test(authorization)) report();
    },
  };
}
