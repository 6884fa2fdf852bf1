// In development mode credentials are not secret, so a page that a developer happens to visit must
// not be able to use them. Source: product.md, Who may call from a browser.
import type { Settings } from "../../../platform/context.ts";
import { isGuardedName } from "../../../platform/network/guarded-names.ts";
import type { Closed, Guard } from "./entrance.ts";
import { isLoopbackName } from "./host-guard.ts";

const foreignOrigin: Closed = {
  status: 403,
  name: "ForeignOrigin",
  source: "product.md, Who may call from a browser",
  message:
    "In development mode pages of this origin may not call; start the service with --allow-origin to let them.",
};

/** Pages of clients show files and pictures; health checks reveal nothing. */
const open = /^\/(cdn\/|healthz$|readyz$)/;

export interface OriginRules {
  readonly production: boolean;
  /** The public URL of the service is read for each call. */
  readonly settings: Pick<Settings, "publicUrl" | "servesGuardedNames">;
  /** Further origins, as browsers send them; `*` allows all. */
  readonly allowedOrigins: readonly string[];
}

/**
 * Tests whether an origin is this service's own, one of this machine, or allowed. In production
 * mode, origins of this machine are foreign like all others.
 */
export function ownOrigins(rules: OriginRules): (origin: string) => boolean {
  const { production, settings, allowedOrigins } = rules;
  const allowed = new Set(allowedOrigins);
  return (origin) => {
    if (allowed.has("*") || allowed.has(origin)) return true;
    if (origin === URL.parse(settings.publicUrl)?.origin) return true;
    const host = hostOf(origin);
    return !production && host !== undefined && isLoopbackName(host);
  };
}

function hostOf(origin: string): string | undefined {
  return /^https?:\/\/([^/@\s]+)$/.exec(origin)?.[1];
}

/** @returns undefined where any page may call, because credentials are secret */
export function originGuard(rules: OriginRules): Guard | undefined {
  if (rules.production || rules.allowedOrigins.includes("*")) return undefined;
  const isOwn = ownOrigins(rules);
  // Programs that act as the platform's own pages name its origin. A page of the platform in a
  // browser of this machine cannot reach the service under the platform's names.
  const isOfPlatform = (origin: string, host = "") =>
    rules.settings.servesGuardedNames === true &&
    isGuardedName(host) &&
    isGuardedName(hostOf(origin) ?? "");
  return ({ headers: { origin, host }, url = "/" }) =>
    origin === undefined || isOwn(origin) || isOfPlatform(origin, host) || open.test(url)
      ? undefined
      : foreignOrigin;
}
