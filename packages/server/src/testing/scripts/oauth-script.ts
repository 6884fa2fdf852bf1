// Calls every endpoint of the OAuth2 provider once, for the test that every endpoint succeeds.
import { codeFor, consent, exchangeCode, REDIRECT, sendForm } from "../calls/oauth-calls.ts";
import { demo, type TestService } from "../start-service.ts";

/**
 * Signs bob in by an authorization code and by the device flow, uses his tokens, and revokes them.
 *
 * @returns the statuses in order
 */
export async function signInAndOut(service: TestService): Promise<readonly number[]> {
  const scope = "identify email openid";
  const query = new URLSearchParams({
    client_id: demo.applicationId,
    response_type: "code",
    redirect_uri: REDIRECT,
    scope,
  }).toString();
  const page = await service.asUser(demo.bobToken, `GET /oauth2/authorize?${query}`);
  await consent(service, { scope });
  const tokens = await exchangeCode(service, await codeFor(service, scope));
  const auth = `Bearer ${String(tokens.at("access_token"))}`;
  const statuses = [
    page,
    tokens,
    await service.call("GET /oauth2/@me", { auth }),
    await service.call("GET /oauth2/userinfo", { auth }),
    await service.call("POST /oauth2/userinfo", { auth }),
    await service.call("GET /oauth2/keys"),
    await service.call("GET /auth/fingerprint"),
    await service.call("GET /applications/detectable"),
    ...(await letDeviceIn(service)),
    await sendForm(service, "token/revoke", { token: String(tokens.at("refresh_token")) }),
    await service.asUser(demo.bobToken, "GET /oauth2/tokens"),
  ].map((each) => each.status);
  await consent(service, { scope });
  const removal = `DELETE /oauth2/tokens/${demo.applicationId}`;
  return [...statuses, (await service.asUser(demo.bobToken, removal)).status];
}

async function letDeviceIn(service: TestService) {
  const begun = await sendForm(service, "device/authorize", { scope: "identify" });
  const user_code = String(begun.at("user_code"));
  const device_code = String(begun.at("device_code"));
  const grant_type = "urn:ietf:params:oauth:grant-type:device_code";
  return [
    begun,
    await service.asUser(demo.bobToken, "POST /oauth2/device/verify", { user_code }),
    await service.asUser(demo.bobToken, "POST /oauth2/device/finish", {
      user_code,
      result: "granted",
    }),
    await sendForm(service, "token", { grant_type, device_code }),
  ];
}
