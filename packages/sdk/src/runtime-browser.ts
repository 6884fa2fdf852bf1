// The runtime of browsers: it opens addresses in a new window, and cannot listen for redirects.
import type { Runtime } from "./runtime.ts";

declare const open: ((url: string, target: string) => unknown) | undefined;

export const runtime: Runtime = {
  openUrl(url) {
    if (typeof open !== "function") return Promise.reject(new Error("there is no window to open"));
    open(url, "_blank");
    return Promise.resolve();
  },
};
