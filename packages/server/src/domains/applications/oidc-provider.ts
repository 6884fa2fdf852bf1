// The OpenID Connect provider of players' sign-ins, as configured for an application. Source:
// protocol: gateway-oauth-limits 5.7.

/** An OpenID Connect provider, with the client ids that its tokens are issued for. */
export interface OidcProvider {
  readonly issuer: string;
  /** The accepted audiences, one of which a token must name. */
  readonly client_ids: readonly string[];
  /** If absent, taken from the issuer's discovery document. */
  readonly jwks_uri?: string;
  /** The keys themselves; nothing is fetched then. */
  readonly jwks?: { readonly keys: readonly Readonly<Record<string, unknown>>[] };
}
