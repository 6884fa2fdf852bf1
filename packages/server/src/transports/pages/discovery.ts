// Discovery documents of the OAuth2 and OpenID provider. Source: protocol: gateway-oauth-limits
// 5.1.
import type { Settings } from "../../platform/context.ts";
import { serviceAddressFor, serviceAddress } from "../../platform/network/service-address.ts";

/** The reference's documents, with everything that clients would otherwise have to configure. */
export const discoveryDocuments = {
  "/.well-known/openid-configuration": openIdConfiguration,
  "/.well-known/oauth-authorization-server": authorizationServer,
} as const;

type Means = Pick<Settings, "publicUrl" | "servesGuardedNames">;

const OAUTH = "/api/oauth2";
const clientAuthentication = ["client_secret_basic", "client_secret_post", "none"];

function shared(settings: Means, host: string | undefined) {
  const address = serviceAddressFor(settings, host);
  const api = address + OAUTH;
  return {
    issuer: serviceAddress(settings),
    authorization_endpoint: `${address}/oauth2/authorize`,
    token_endpoint: `${api}/token`,
    revocation_endpoint: `${api}/token/revoke`,
    device_authorization_endpoint: `${api}/device/authorize`,
    jwks_uri: `${api}/keys`,
    grant_types_supported: [
      "authorization_code",
      "implicit",
      "refresh_token",
      "client_credentials",
      "urn:ietf:params:oauth:grant-type:device_code",
    ],
    token_endpoint_auth_methods_supported: clientAuthentication,
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
  };
}

/** OpenID Connect Discovery. */
function openIdConfiguration(settings: Means, host: string | undefined): object {
  return {
    ...shared(settings, host),
    userinfo_endpoint: `${serviceAddressFor(settings, host)}${OAUTH}/userinfo`,
    response_types_supported: ["code", "token"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256"],
    scopes_supported: ["openid", "identify", "email"],
  };
}

/** The same for OAuth2. Source: RFC 8414. */
function authorizationServer(settings: Means, host: string | undefined): object {
  return {
    ...shared(settings, host),
    response_types_supported: ["code", "token"],
    revocation_endpoint_auth_methods_supported: clientAuthentication,
  };
}
