// A service that signs players in, as an application configures it. Source: protocol:
// gateway-oauth-limits 5.7.

/** Where an OpenID Connect provider is, and for whom its tokens are. */
export interface OidcProvider {
  readonly issuer: string;
  /** The audiences of which a token must name one. */
  readonly client_ids: readonly string[];
  /** Absent: as the issuer's discovery document says. */
  readonly jwks_uri?: string;
  /** The keys themselves, which are then asked for nowhere. */
  readonly jwks?: { readonly keys: readonly Readonly<Record<string, unknown>>[] };
}
