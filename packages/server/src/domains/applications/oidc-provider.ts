// A service that signs players in, as an application configures it. Source: protocol:
// gateway-oauth-limits 5.7.

/** An OpenID Connect provider, with the client ids that its tokens are issued for. */
export interface OidcProvider {
  readonly issuer: string;
  /** The audiences of which a token must name one. */
  readonly client_ids: readonly string[];
  /** Absent: taken from the issuer's discovery document. */
  readonly jwks_uri?: string;
  /** The keys themselves, which are then asked for nowhere. */
  readonly jwks?: { readonly keys: readonly Readonly<Record<string, unknown>>[] };
}
