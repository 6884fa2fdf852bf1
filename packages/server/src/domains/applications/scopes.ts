// Which scopes an application may request. Source: protocol: gateway-oauth-limits 5.2, 5.12.
import { oauthScopes, type ScopeRule } from "@antechamber/contract";

const rules: Readonly<Record<string, ScopeRule>> = oauthScopes;

/** The fields of an application that its available scopes depend on. */
interface ScopeHolder {
  readonly approved_scopes?: readonly string[];
  readonly team_id?: string;
}

/** True for a scope that the reference documents. */
export function isScope(scope: string): boolean {
  return Object.hasOwn(rules, scope);
}

/** Whether scopes are requested of a user or, by the client credentials grant, for the client. */
export type ScopeUse = "user" | "client";

/** The scope that gives the application a webhook in a channel that the person chooses. */
export const WEBHOOK_SCOPE = "webhook.incoming";

/** Scopes that install the application or require a person to choose a guild or channel. */
const personalScopes: ReadonlySet<string> = new Set([
  "bot",
  "applications.commands",
  WEBHOOK_SCOPE,
]);

/** The open scopes that a team's application may request for itself without approval. */
const teamScopes: ReadonlySet<string> = new Set(["identify", "applications.commands.update"]);

function ruleOf(scope: string): ScopeRule | undefined {
  return Object.hasOwn(rules, scope) ? rules[scope] : undefined;
}

/** True when the application may request the scope for this use. */
export function mayRequest(application: ScopeHolder, scope: string, use: ScopeUse): boolean {
  const isApproved = application.approved_scopes?.includes(scope) ?? false;
  const isOfTeam = application.team_id !== undefined;
  switch (ruleOf(scope)?.availability) {
    case "open":
      if (use === "user") return true;
      if (personalScopes.has(scope)) return false;
      return !isOfTeam || isApproved || teamScopes.has(scope);
    case "approved":
      return isApproved;
    case "client":
      return use === "client";
    case undefined:
      return false;
  }
}

/**
 * Parses scopes that are separated by spaces; repeated ones count once.
 *
 * @returns undefined when there is none, or one is unknown or not available to the application
 */
export function requestedScopes(
  application: ScopeHolder,
  text: string | undefined,
  use: ScopeUse,
): readonly string[] | undefined {
  // HTML forms may send other white space than links.
  const scopes = [...new Set((text ?? "").split(/\s+/).filter((each) => each !== ""))];
  if (scopes.length === 0) return undefined;
  return scopes.every((scope) => mayRequest(application, scope, use)) ? scopes : undefined;
}

/** The description of a scope for people. */
export function scopeDescription(scope: string): string {
  return ruleOf(scope)?.words ?? scope;
}

/** The listed scopes that the application may request of a person. */
export function eligibleScopes(application: ScopeHolder): readonly string[] {
  return Object.entries(rules)
    .filter(
      ([scope, { isUnlisted }]) => isUnlisted !== true && mayRequest(application, scope, "user"),
    )
    .map(([scope]) => scope);
}

/** True for the scopes of the client SDK, which require a verified account. */
export function isSdkScope(scope: string): boolean {
  return scope.startsWith("sdk.");
}
