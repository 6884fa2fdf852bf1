// Refusals that follow from the form of a declaration, so that no declaration has to repeat them.
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
 * Every refusal that an endpoint may answer: its own, and those of the steps before its handler.
 *
 * @returns in order of status, code and name, each once
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
  // A reason for the audit log may come with any call of the API.
  const takesReason = endpoint.plane !== "control";
  const formErrors = [
    ...(takesInput || takesBody || takesReason ? [InvalidForm] : []),
    ...(takesBody ? [InvalidJson, EntityTooLarge] : []),
  ];
  return [
    ...accessErrors(endpoint),
    // The operator's calls are not counted. Source: product.md, Control plane.
    ...(endpoint.plane === "control" ? [UnknownWorld] : [RateLimited]),
    ...(endpoint.developmentOnly === true ? [OffInProduction] : []),
    ...(endpoint.oauthForm === true ? [InvalidOauthRequest, EntityTooLarge] : formErrors),
  ];
}

/**
 * A credential that is missing, of the wrong kind, or too narrow. Source: gateway-oauth-limits 9,
 * choice 25.
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
