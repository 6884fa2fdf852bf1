// The URL of the worker. The page's policy only allows workers from our own URLs.
import source from "./worker.ts?worker&url";

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): unknown };
}

const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };

const policy = trustedTypes?.createPolicy("antechamber", {
  createScriptURL(url) {
    const { origin } = new URL(url, location.href);
    if (origin !== location.origin) throw new TypeError("a script of another origin");
    return url;
  },
});

export function workerUrl(): string {
  return (policy?.createScriptURL(source) ?? source) as string;
}
