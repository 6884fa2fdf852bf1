// Authorizations and refresh tokens that belong to the access tokens of a world file.
import { limits } from "@antechamber/contract";
import { type WorldAccessToken, WorldAuthorization } from "@antechamber/contract/control";
import { parseTimestamp, type Static } from "@antechamber/contract/schema";
import { authorizations } from "../../../domains/applications/authorization.ts";
import { accessTokens } from "../../../domains/applications/tokens.ts";
import { refreshTokens } from "../../../domains/oauth/oauth.ts";
import type { WorldBuilder } from "../world-builder.ts";
import type { Place } from "../json-path.ts";
import { forEachEntry } from "./placed-entries.ts";

/** Derives an authorization for each user and application that an access token names. */
export function loadAuthorizations(builder: WorldBuilder): void {
  const pairs = Map.groupBy(
    builder.all(accessTokens),
    (each) => `${each.user_id ?? ""}:${each.application_id}`,
  );
  for (const [first, ...others] of pairs.values()) {
    if (first?.user_id === undefined) continue;
    const { user_id, application_id } = first;
    const scopes = [...new Set([first, ...others].flatMap((each) => each.scopes))];
    builder.put(authorizations, { user_id, application_id, scopes, authorizedAt: builder.now });
  }
}

/** Loads the given authorizations, which replace those derived from tokens. */
export function loadGivenAuthorizations(
  builder: WorldBuilder,
  entries: readonly (Static<typeof WorldAuthorization> | undefined)[] | undefined,
): void {
  forEachEntry(entries, ["authorizations"], ({ entry, place }) => {
    const { user: user_id, application: application_id } = builder.resolved(WorldAuthorization, {
      entry,
      place,
    });
    if (user_id === undefined || application_id === undefined) return;
    const { scopes, authorized_at } = entry;
    const authorizedAt = parseTimestamp(authorized_at ?? "") ?? builder.now;
    const consent = { user_id, application_id, scopes, authorizedAt };
    const key = authorizations.key(consent);
    const message = "this authorization is listed already";
    if (!builder.once("authorization", key, { path: place, message })) return;
    const isKnown = builder.all(authorizations).some((each) => authorizations.key(each) === key);
    if (isKnown) builder.replace(authorizations, consent);
    else builder.put(authorizations, consent);
  });
}

/** Loads the refresh token of the access token that was loaded last, if the file gives one. */
export function loadRefreshToken(
  builder: WorldBuilder,
  entry: Static<typeof WorldAccessToken>,
  place: Place,
): void {
  const access = builder.all(accessTokens).at(-1);
  if (entry.refresh_token === undefined || access?.user_id === undefined) return;
  const path = [...place, "refresh_token"];
  const digest = builder.secret(entry.refresh_token, path, () => "");
  if (digest === undefined) return;
  builder.once("refresh token", digest, { path, message: "another refresh token is the same" });
  const { application_id, user_id, scopes, digest: accessDigest, issuedAt = builder.now } = access;
  const of = { application_id, user_id, scopes, accessDigest, issuedAt };
  const expiresAt = issuedAt + limits.refreshTokenIdle.value;
  builder.put(refreshTokens, { ...of, digest, grant: accessDigest, expiresAt });
}
