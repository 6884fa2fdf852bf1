// A game's calls about its players with external identities, over real sockets, on a frozen clock.
import type { Answer } from "../answer.ts";
import { aProvider, partner, partnerWorld, type SignedClaims } from "../worlds/partner-world.ts";
import { aService, type TestService } from "../start-service.ts";

export interface PartnerCalls {
  readonly service: TestService;
  /** A currently valid id token of the configured provider. */
  idToken(claims?: SignedClaims): string;
  /** Exchanges an external token as the confidential game. */
  exchange(body?: object): Promise<Answer>;
  /**
   * Signs in the provider's player.
   *
   * @returns the token of the provisional account and its user's id
   */
  signIn(claims?: SignedClaims): Promise<{ readonly token: string; readonly userId: string }>;
  /** Signs a user in to the game with a code that also proves their external identity. */
  signInAs(userToken: string, more?: Readonly<Record<string, string>>): Promise<Answer>;
  /** The two steps of `signInAs`. */
  codeFor(userToken: string): Promise<string>;
  exchangeCode(code: string, more?: Readonly<Record<string, string>>): Promise<Answer>;
  /** Sends a form to an OAuth2 endpoint. */
  form(route: string, fields: Readonly<Record<string, string>>): Promise<Answer>;
  asPlayer(token: string, route: string, body?: unknown): Promise<Answer>;
  asGame(route: string, body?: unknown): Promise<Answer>;
}

/** The game's client credentials. */
export const game = { client_id: partner.gameId, client_secret: partner.gameSecret } as const;

/** The authorization code that the game receives when a user consents. */
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

/** Opens a service with the game, and returns the game's calls. */
export async function partnerCalls(): Promise<PartnerCalls> {
  const provider = aProvider();
  const service = await aService({ world: partnerWorld(provider.jwk), frozen: true });
  const idToken = (claims?: SignedClaims) => provider.idToken(service.clock.now(), claims);
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
    async signIn(claims) {
      const answer = await exchange({ external_auth_token: idToken(claims) });
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
