// Every endpoint with every kind of credential: who is admitted, and how the others are refused,
// follows from the declaration alone. Source: requirements 5, protocol: gateway-oauth-limits 9
// (25).
import { endpoints, scopesOf, type Auth, type EndpointDeclaration } from "@antechamber/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demoWorld } from "../../control/world-file/demo-world.ts";
import { aService, CONTROL_KEY, demo, type TestService } from "../../testing/start-service.ts";
import { planes } from "./routing/routes.ts";
import { definedFields } from "../../platform/defined-fields.ts";

/** All scopes that any endpoint accepts; a token has one of them, or none. */
const scopesAccepted = new Set(endpoints.flatMap(({ auth }) => scopesOf(auth)));
const CHILD_SCOPES = ["identify", "guilds"];
/** A scope that only an application's own credentials can have. */
const OWN_SCOPE = "applications.commands.update";
const LONG_AGO = "2020-01-01T00:00:00Z";

const ofAlice = { user: "alice", application: "Concierge" };
const world = {
  ...demoWorld,
  users: [
    ...(demoWorld.users ?? []),
    { id: "100000000000000009", username: "mallory", token: "user-token-mallory", banned: true },
  ],
  applications: [
    ...(demoWorld.applications ?? []),
    { name: "Child", owner: "alice", parent: "Concierge", bot: null },
  ],
  access_tokens: [
    ...(demoWorld.access_tokens ?? []),
    { ...ofAlice, token: "bearer-without-scopes" },
    { ...ofAlice, token: "bearer-expired", scopes: [...scopesAccepted], expires_at: LONG_AGO },
    { ...ofAlice, token: "bearer-mallory", user: "mallory", scopes: [...scopesAccepted] },
    {
      ...ofAlice,
      application: "Child",
      token: "bearer-child",
      scopes: CHILD_SCOPES,
      parent: demo.accessToken,
    },
    ...[...scopesAccepted].map((scope) => ({
      application: "Concierge",
      ...(scope === OWN_SCOPE ? {} : { user: "alice" }),
      token: `bearer.${scope}`,
      scopes: [scope],
    })),
  ],
};

let service: TestService;
beforeAll(async () => {
  service = await aService({ world });
});
afterAll(() => service.stop());

/** What a credential proves. */
type Proof =
  | { readonly kind: "nothing" }
  | { readonly kind: "bot" }
  | { readonly kind: "signedIn" }
  | { readonly kind: "control" }
  | { readonly kind: "bearer"; readonly scopes: readonly string[] };

interface Credential {
  readonly header?: string;
  readonly proof: Proof;
}

const nothing = { kind: "nothing" } as const;
const basic = Buffer.from(`${demo.applicationId}:${demo.clientSecret}`).toString("base64");

/** The first scope that an endpoint accepts; if it accepts none, any scope. */
function rightScope({ auth }: EndpointDeclaration): string {
  return scopesOf(auth)[0] ?? "identify";
}

function credentialsFor(endpoint: EndpointDeclaration): Readonly<Record<string, Credential>> {
  const scope = rightScope(endpoint);
  return {
    "no credential": { proof: nothing },
    "a garbled header": { header: "nonsense", proof: nothing },
    "a bearer token that is not one": { header: "Bearer nonsense", proof: nothing },
    "HTTP Basic": { header: `Basic ${basic}`, proof: nothing },
    "a bot token": { header: `Bot ${demo.botToken}`, proof: { kind: "bot" } },
    "a bot token under another name": { header: `Bearer ${demo.botToken}`, proof: nothing },
    "a user token": { header: demo.aliceToken, proof: { kind: "signedIn" } },
    "a user token as a bearer": { header: `Bearer ${demo.aliceToken}`, proof: nothing },
    "a banned user's token": { header: "user-token-mallory", proof: nothing },
    "a bearer token without scopes": {
      header: "Bearer bearer-without-scopes",
      proof: { kind: "bearer", scopes: [] },
    },
    "a bearer token with the right scope": {
      header: `Bearer bearer.${scope}`,
      proof: { kind: "bearer", scopes: [scope] },
    },
    "a child's bearer token": {
      header: "Bearer bearer-child",
      proof: { kind: "bearer", scopes: CHILD_SCOPES },
    },
    "an expired bearer token": { header: "Bearer bearer-expired", proof: nothing },
    "a banned user's bearer token": { header: "Bearer bearer-mallory", proof: nothing },
    "the control key": { header: `Control ${CONTROL_KEY}`, proof: { kind: "control" } },
    "the control key alone": { header: CONTROL_KEY, proof: nothing },
  };
}

const LET_IN = "let in";
const UNAUTHORIZED = "401 0";
const BOTS_NOT_ALLOWED = "403 20001";
const ONLY_BOTS_ALLOWED = "403 20002";
const MISSING_SCOPE = "403 50026";

function isEnough(auth: Auth, proof: Proof): boolean {
  if (auth.kind === "open") return true;
  if (auth.kind !== "bearer" || proof.kind !== "bearer") return auth.kind === proof.kind;
  return auth.scopes.length === 0 || auth.scopes.some((scope) => proof.scopes.includes(scope));
}

/** The expected outcome for a credential, according to the declaration. */
function verdictOf({ auth }: EndpointDeclaration, proof: Proof): string {
  if (auth.some((each) => isEnough(each, proof))) return LET_IN;
  const kinds = new Set(auth.map((each) => each.kind));
  const isElseUnauthorized = auth.some(
    (each) => each.kind === "bearer" && each.elseUnauthorized === true,
  );
  if (kinds.has("control") || isElseUnauthorized) return UNAUTHORIZED;
  // The reference has no simulated users, so they do not affect the refusal of a bearer.
  const isForBots = kinds.has("bot") && !kinds.has("bearer");
  const refusals: Readonly<Record<Proof["kind"], string>> = {
    nothing: UNAUTHORIZED,
    control: UNAUTHORIZED,
    bot: BOTS_NOT_ALLOWED,
    bearer: isForBots ? ONLY_BOTS_ALLOWED : MISSING_SCOPE,
    signedIn: kinds.has("bot") ? ONLY_BOTS_ALLOWED : UNAUTHORIZED,
  };
  return refusals[proof.kind];
}

/** A well-formed path with ids that do not exist. */
function urlOf(endpoint: EndpointDeclaration): string {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    /token|code|user$/.test(name) ? "no-such-one" : "999999999999999999",
  );
  return service.url + planes[endpoint.plane ?? "api"] + path;
}

const refusals = [UNAUTHORIZED, BOTS_NOT_ALLOWED, ONLY_BOTS_ALLOWED, MISSING_SCOPE];

/** The reply to a credential: a refusal because of it, or that it is accepted. */
async function answerTo(endpoint: EndpointDeclaration, { header }: Credential): Promise<string> {
  const response = await fetch(urlOf(endpoint), {
    method: endpoint.method,
    redirect: "manual",
    headers: {
      accept: "application/json",
      ...definedFields({ authorization: header }),
    },
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false;
  const { code } = (isJson && text !== "" ? JSON.parse(text) : {}) as { code?: unknown };
  const answer = `${response.status} ${String(code)}`;
  if (response.status >= 500) return answer;
  return refusals.includes(answer) ? answer : LET_IN;
}

// Proves requirement 4 "callers"
// Proves requirement 5 "1: bot token"
test.each(endpoints.map((each) => [each.id, each] as const))(
  "%s admits and refuses credentials as declared",
  async (_id, endpoint) => {
    const declared: Record<string, string> = {};
    const answered: Record<string, string> = {};
    for (const [name, credential] of Object.entries(credentialsFor(endpoint))) {
      declared[name] = verdictOf(endpoint, credential.proof);
      answered[name] = await answerTo(endpoint, credential);
    }
    expect(answered).toEqual(declared);
  },
);

test("every kind of credential that endpoints accept is tried", () => {
  const kinds = new Set(endpoints.flatMap((each) => each.auth.map(({ kind }) => kind)));
  expect(kinds).toEqual(new Set(["open", "bot", "bearer", "signedIn", "control"]));
});
