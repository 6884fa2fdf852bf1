// Errors that follow from the form of a declaration, so that declarations need not repeat them.
import type { EndpointDeclaration } from "./endpoint.ts";
import {
  BotsNotAllowed,
  EntityTooLarge,
  InvalidForm,
  InvalidJson,
  MissingScope,
  OffInProduction,
  OnlyBotsAllowed,
  RateLimited,
  UnknownWorld,
  Unauthorized,
  type ErrorDeclaration,
} from "./error.ts";
import { missingFields } from "./generated/reference-gaps.ts";
import { InvalidOauthRequest } from "./resources/oauth/oauth-errors.ts";

/**
 * All errors that an endpoint may answer with: its own, and those of the steps before its handler.
 *
 * @returns distinct errors, sorted by status, code and name
 */
export function errorsOf(endpoint: EndpointDeclaration): readonly ErrorDeclaration[] {
  const byName = new Map(
    [...endpoint.errors, ...impliedErrors(endpoint)].map((each) => [each.name, each]),
  );
  return [...byName.values()].toSorted(
    (a, b) => a.status - b.status || a.code - b.code || (a.name < b.name ? -1 : 1),
  );
}

function impliedErrors(endpoint: EndpointDeclaration): readonly ErrorDeclaration[] {
  const takesInput =
    endpoint.path.includes("{") ||
    endpoint.query !== undefined ||
    missingFields[endpoint.id]?.query !== undefined;
  const takesBody = endpoint.body !== undefined;
  // Any call of the API may have a reason for the audit log.
  const takesReason = endpoint.plane !== "control";
  const formErrors = [
    ...(takesInput || takesBody || takesReason ? [InvalidForm] : []),
    ...(takesBody ? [InvalidJson, EntityTooLarge] : []),
  ];
  return [
    ...accessErrors(endpoint),
    // The operator's calls are not rate limited. Source: product.md, Control plane.
    ...(endpoint.plane === "control" ? [UnknownWorld] : [RateLimited]),
    ...(endpoint.developmentOnly === true ? [OffInProduction] : []),
    ...(endpoint.oauthForm === true ? [InvalidOauthRequest, EntityTooLarge] : formErrors),
  ];
}

/**
 * The errors of a credential that is missing, of the wrong kind, or lacks a scope. Source:
 * gateway-oauth-limits 9, choice 25.
 */
function accessErrors({ auth }: EndpointDeclaration): readonly ErrorDeclaration[] {
  const kinds = new Set(auth.map((each) => each.kind));
  if (kinds.has("open")) return [];
  if (kinds.has("control")) return [Unauthorized];
  if (auth.some((each) => each.kind === "bearer" && each.elseUnauthorized === true)) {
    return [Unauthorized];
  }
  const isForBots = kinds.has("bot") && !kinds.has("bearer");
  const refusesUsers = kinds.has("bot") && !kinds.has("signedIn");
  return [
    Unauthorized,
    ...(kinds.has("bot") ? [] : [BotsNotAllowed]),
    ...(isForBots || refusesUsers ? [OnlyBotsAllowed] : []),
    ...(isForBots ? [] : [MissingScope]),
  ];
}
