// The calls of a game about its players, for tests: over real sockets, on a clock that stands still.
import type { Answer } from "../answer.ts";
import { aProvider, partner, partnerWorld, type SignedClaims } from "../worlds/partner-world.ts";
import { aService, type TestService } from "../start-service.ts";

export interface PartnerCalls {
  readonly service: TestService;
  /** An id token of the configured provider, good now. */
  idToken(given?: SignedClaims): string;
  /** Exchanges another service's token as the confidential game. */
  exchange(body?: object): Promise<Answer>;
  /** A token of the provisional account of the provider's player. */
  signIn(given?: SignedClaims): Promise<{ readonly token: string; readonly userId: string }>;
  /** Lets a person sign in with the game, which proves at the same time who they are elsewhere. */
  signInAs(userToken: string, more?: Readonly<Record<string, string>>): Promise<Answer>;
  /** The two halves of it. */
  codeFor(userToken: string): Promise<string>;
  exchangeCode(code: string, more?: Readonly<Record<string, string>>): Promise<Answer>;
  /** Sends a form, as the OAuth2 endpoints want it. */
  form(route: string, fields: Readonly<Record<string, string>>): Promise<Answer>;
  asPlayer(token: string, route: string, body?: unknown): Promise<Answer>;
  asGame(route: string, body?: unknown): Promise<Answer>;
}

/** The game as it names itself. */
export const game = { client_id: partner.gameId, client_secret: partner.gameSecret } as const;

/** The code that the game is given when a person agrees. */
async function codeFor(service: TestService, userToken: string): Promise<string> {
  const query = new URLSearchParams({
    client_id: partner.gameId,
    response_type: "code",
    scope: "openid sdk.social_layer",
    redirect_uri: "http://127.0.0.1/callback",
  });
  const agreed = await service.asUser(userToken, `POST /oauth2/authorize?${query.toString()}`, {
    authorize: true,
  });
  const found = new URL(String(agreed.at("location"))).searchParams.get("code");
  if (found === null) throw new Error(`no code: ${JSON.stringify(agreed.body)}`);
  return found;
}

/** Opens a service with the game, and what the game does. */
export async function partnerCalls(): Promise<PartnerCalls> {
  const provider = aProvider();
  const service = await aService({ world: partnerWorld(provider.jwk), frozen: true });
  const idToken = (given?: SignedClaims) => provider.idToken(service.clock.now(), given);
  const form: PartnerCalls["form"] = (route, fields) =>
    service.call(route, { body: new URLSearchParams(fields) });

  const exchange: PartnerCalls["exchange"] = (body = {}) =>
    service.call("POST /partner-sdk/token", {
      body: { ...game, external_auth_type: "OIDC", external_auth_token: idToken(), ...body },
    });

  const exchangeCode: PartnerCalls["exchangeCode"] = (code, more = {}) => {
    const redirect_uri = "http://127.0.0.1/callback";
    const grant = { grant_type: "authorization_code", code, redirect_uri };
    return form("POST /oauth2/token", { ...game, ...grant, ...more });
  };
  return {
    service,
    idToken,
    form,
    exchange,
    async signIn(given) {
      const answer = await exchange({ external_auth_token: idToken(given) });
      const token = String(answer.at("access_token"));
      const me = await service.call("GET /users/@me", { auth: `Bearer ${token}` });
      return { token, userId: String(me.at("id")) };
    },
    signInAs: async (userToken, more) => exchangeCode(await codeFor(service, userToken), more),
    codeFor: (userToken) => codeFor(service, userToken),
    exchangeCode,
    asPlayer: (token, route, body) => service.call(route, { auth: `Bearer ${token}`, body }),
    asGame: (route, body) => service.call(route, { auth: `Bot ${partner.gameBot}`, body }),
  };
}
