// A game whose players have external identities, and an OIDC provider that signs them in, for
// tests.
import type { WorldFile } from "@antechamber/contract/control";
import { createPublicKey, generateKeyPairSync, sign, type KeyObject } from "node:crypto";

/** Ids and credentials of the world with the game. */
export const partner = {
  gameId: "200000000000000001",
  gameSecret: "game-secret",
  gameBot: "MjAwMDAwMDAwMDAwMDAwMDAx.demo.game",
  publicGameId: "200000000000000002",
  publicGameBot: "MjAwMDAwMDAwMDAwMDAwMDAy.demo.public-game",
  childId: "200000000000000003",
  childSecret: "expansion-secret",
  plainId: "200000000000000004",
  plainBot: "MjAwMDAwMDAwMDAwMDAwMDA0.demo.plain",
  plainSecret: "plain-secret",
  aliceId: "100000000000000001",
  aliceToken: "user-token-alice",
  bobId: "100000000000000002",
  bobToken: "user-token-bob",
  steamTicket: "14000000ABCDEF",
  epicToken: "epic-access-token",
  unityToken: "unity-id-token",
  otherUnityToken: "other-unity-id-token",
  issuer: "https://id.example.com",
  audience: "the-game",
} as const;

export interface SignedClaims {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, unknown>>;
}

/** An OIDC provider that signs id tokens with one key. */
export interface TestProvider {
  readonly jwk: Readonly<Record<string, unknown>>;
  /** An id token that is valid at an instant, with the given claims overridden. */
  idToken(nowMs: number, claims?: SignedClaims): string;
}

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

function jwkOf(privateKey: KeyObject, kid: string) {
  return {
    ...createPublicKey(privateKey).export({ format: "jwk" }),
    kid,
    alg: "ES256",
    use: "sig",
  };
}

/** Creates a provider; `kid` is its key's id. */
export function aProvider(kid = "first"): TestProvider {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return {
    jwk: jwkOf(privateKey, kid),
    idToken(nowMs, { claims = {}, header = {} } = {}) {
      const now = Math.floor(nowMs / 1000);
      const { issuer: iss, audience: aud } = partner;
      const all = { iss, aud, sub: "player-1", iat: now, exp: now + 3600, ...claims };
      const content = `${encoded({ alg: "ES256", kid, ...header })}.${encoded(all)}`;
      const how = { key: privateKey, dsaEncoding: "ieee-p1363" } as const;
      return `${content}.${sign("sha256", Buffer.from(content), how).toString("base64url")}`;
    },
  };
}

const callback = ["http://127.0.0.1/callback"];

/** Players with external identities, and the tokens that prove them. */
const players = [
  { type: "STEAM_SESSION_TICKET", token: partner.steamTicket, id: "7656", name: "Gabe" },
  { type: "EPIC_ONLINE_SERVICES_ACCESS_TOKEN", token: partner.epicToken, id: "epic-1" },
  ...[
    { token: partner.unityToken, id: "unity-1", project_id: "project-1" },
    { token: partner.otherUnityToken, id: "unity-2", project_id: "project-2" },
  ].map((player) => ({ type: "UNITY_SERVICES_ID_TOKEN" as const, ...player })),
] as const;

/** The confidential game without its provider. */
const theGame = {
  id: partner.gameId,
  name: "Game",
  owner: "alice",
  client_secret: partner.gameSecret,
  redirect_uris: callback,
  bot: { token: partner.gameBot },
  event_webhooks: {
    url: "http://127.0.0.1:9/events",
    types: ["APPLICATION_AUTHORIZED", "APPLICATION_DEAUTHORIZED"],
  },
  unity_project_id: "project-1",
  external_identities: [...players],
} satisfies NonNullable<WorldFile["applications"]>[number];

const publicGame = {
  id: partner.publicGameId,
  name: "Public Game",
  owner: "alice",
  public_client: true,
  redirect_uris: callback,
  bot: { token: partner.publicGameBot },
};

const child = {
  id: partner.childId,
  name: "Expansion",
  owner: "alice",
  client_secret: partner.childSecret,
  parent: "Game",
};

const plain = {
  id: partner.plainId,
  name: "Plain",
  owner: "bob",
  client_secret: partner.plainSecret,
  bot: { token: partner.plainBot },
};

/** A world with a confidential game, a public game, a child of the first, and a plain application. */
export function partnerWorld(jwk: TestProvider["jwk"]): WorldFile {
  const oidc = {
    issuer: partner.issuer,
    client_ids: ["another", partner.audience],
    jwks: { keys: [jwk] },
  };
  return {
    clock: { now: "2026-11-21T00:00:00Z", frozen: true },
    users: [
      { id: partner.aliceId, username: "alice", global_name: "Alice", token: partner.aliceToken },
      { id: partner.bobId, username: "bob", token: partner.bobToken },
    ],
    applications: [{ ...theGame, oidc }, { ...publicGame, oidc }, child, plain],
  };
}
