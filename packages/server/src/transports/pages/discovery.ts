// OpenID Connect discovery. Source: protocol: gateway-oauth-limits 5.1.

/** What clients find the provider's parts by. */
export function discoveryDocument(publicUrl: string): object {
  const api = `${publicUrl}/api/oauth2`;
  return {
    issuer: publicUrl,
    authorization_endpoint: `${publicUrl}/oauth2/authorize`,
    token_endpoint: `${api}/token`,
    jwks_uri: `${api}/keys`,
    response_types_supported: ["code", "token"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256"],
    // The reference leaves out the rest, which every client must be given by hand.
    userinfo_endpoint: `${api}/userinfo`,
    revocation_endpoint: `${api}/token/revoke`,
    device_authorization_endpoint: `${api}/device/authorize`,
    token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post", "none"],
    code_challenge_methods_supported: ["S256"],
    grant_types_supported: [
      "authorization_code",
      "implicit",
      "refresh_token",
      "client_credentials",
      "urn:ietf:params:oauth:grant-type:device_code",
    ],
    authorization_response_iss_parameter_supported: true,
    scopes_supported: ["openid", "identify", "email"],
  };
}
