// External identity providers and their players, and parents of applications.
import { WorldApplication, WorldApplicationIdentity } from "@antechamber/contract/control";
import { parseTimestamp, type Static } from "@antechamber/contract/schema";
import { applications, type ApplicationRecord } from "../../../domains/applications/application.ts";
import type { OidcProvider } from "../../../domains/applications/oidc-provider.ts";
import { accessTokens } from "../../../domains/applications/tokens.ts";
import {
  externalIdentities,
  listedIdentities,
  listedKey,
} from "../../../domains/oauth/accounts/external-identity.ts";
import type { WorldBuilder } from "../world-builder.ts";
import type { Place } from "../json-path.ts";
import { definedFields } from "../../../platform/defined-fields.ts";
import { forEachEntry } from "./placed-entries.ts";

type ApplicationEntry = Static<typeof WorldApplication>;

/** Addresses from which a service in production mode may fetch keys: HTTPS, and a public host name. */
const PUBLIC_ADDRESS = /^https:\/\/(?![0-9.]+(?:[:/]|$)|\[)[^:/]+\.[a-z][^.:/]*(?:[:/]|$)/i;

/** The fields of an application about external identity providers. */
export function partnerFields(
  builder: WorldBuilder,
  { oidc, unity_project_id }: ApplicationEntry,
  place: Place,
): Pick<ApplicationRecord, "oidc" | "unity_project_id"> {
  return {
    ...(oidc === undefined || oidc === null
      ? {}
      : { oidc: oidcProvider(builder, oidc, [...place, "oidc"]) }),
    ...(unity_project_id === undefined || unity_project_id === null ? {} : { unity_project_id }),
  };
}

function oidcProvider(
  builder: WorldBuilder,
  oidc: NonNullable<ApplicationEntry["oidc"]>,
  place: Place,
): OidcProvider {
  for (const field of ["issuer", "jwks_uri"] as const) {
    const address = oidc[field];
    if (!builder.deps.production || address === undefined || PUBLIC_ADDRESS.test(address)) continue;
    builder.issue(
      [...place, field],
      "must begin with https:// and a public name in production mode",
    );
  }
  const { issuer, client_ids, jwks_uri, jwks } = oidc;
  return {
    issuer,
    client_ids,
    ...definedFields({ jwks_uri, jwks }),
  };
}

/** Loads the external identities that an application's entry lists. */
export function loadListedIdentities(
  builder: WorldBuilder,
  entry: ApplicationEntry,
  at: { readonly application_id: string; readonly place: Place },
): void {
  const { application_id } = at;
  const place = [...at.place, "external_identities"];
  forEachEntry(entry.external_identities, place, ({ entry: player, place: own }, position) => {
    const path = [...own, "token"];
    const { type, token, id, name, project_id, expires_at } = player;
    const tokenDigest = builder.secret(token, path, () => token);
    if (tokenDigest === undefined) return;
    const message = "another player of this service has this token";
    builder.once("listed identity", listedKey(application_id, type, tokenDigest), {
      path,
      message,
    });
    const expiresAt = expires_at === undefined ? undefined : parseTimestamp(expires_at);
    builder.put(listedIdentities, {
      application_id,
      type,
      tokenDigest,
      position,
      id,
      ...definedFields({ name, project_id, expiresAt }),
    });
  });
}

/** Sets the parent of an application, once all applications are loaded. */
export function loadParent(
  builder: WorldBuilder,
  application: ApplicationRecord,
  at: { readonly entry: ApplicationEntry; readonly place: Place },
): ApplicationRecord {
  const path = [...at.place, "parent"];
  const entry = { parent: at.entry.parent ?? null };
  const { parent: parentId = null } = builder.resolved(WorldApplication, {
    entry,
    place: at.place,
  });
  if (parentId === null) return application;
  if (parentId === application.id) {
    builder.issue(path, "an application cannot be its own parent");
    return application;
  }
  const child = { ...application, parent_id: parentId };
  builder.replace(applications, child);
  return child;
}

/** Reports child applications that have children themselves. */
export function checkParents(builder: WorldBuilder): void {
  const all = builder.all(applications);
  const children = new Set(all.filter((each) => each.parent_id !== undefined).map(({ id }) => id));
  for (const [i, { parent_id }] of all.entries()) {
    if (parent_id === undefined || !children.has(parent_id)) continue;
    builder.issue(["applications", i, "parent"], "a child application cannot be a parent");
  }
}

/** Loads the links between external identities and users. */
export function loadApplicationIdentities(
  builder: WorldBuilder,
  entries: readonly (Static<typeof WorldApplicationIdentity> | undefined)[],
): void {
  forEachEntry(entries, ["application_identities"], ({ entry, place }) => {
    const resolved = builder.resolved(WorldApplicationIdentity, { entry, place });
    const { user: user_id, application: application_id, banned_user: bannedUserId } = resolved;
    if (user_id === undefined || application_id === undefined) return;
    const { type: provider_type, id: external_id, provider_id: ownProviderId } = entry;
    const application = builder.all(applications).find(({ id }) => id === application_id);
    const issuer = provider_type === "OIDC" ? application?.oidc?.issuer : undefined;
    const provider_id = ownProviderId ?? issuer ?? application_id;
    const identity = { application_id, user_id, provider_type, provider_id, external_id };
    builder.once("external identity", externalIdentities.key(identity), {
      path: place,
      message: "this player has an account already",
    });
    builder.put(externalIdentities, { ...identity, ...definedFields({ bannedUserId }) });
  });
}

/** Reports child applications' tokens whose parent token is not in the file. */
export function checkParentTokens(builder: WorldBuilder): void {
  const digests = new Set(builder.all(accessTokens).map(({ digest }) => digest));
  for (const [i, { parentDigest }] of builder.all(accessTokens).entries()) {
    if (parentDigest === undefined || digests.has(parentDigest)) continue;
    builder.issue(["access_tokens", i, "parent"], "no access token is the same");
  }
}
