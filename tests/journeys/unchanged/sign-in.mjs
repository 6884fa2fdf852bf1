// Signs a person in by what the platform says of itself, and holds it to its issuer.
import * as oidc from "openid-client";

const [algorithm] = process.argv.slice(2);
const config = await oidc.discovery(
  new URL("https://discord.com"),
  "200000000000000001",
  "concierge-secret",
  undefined,
  { algorithm },
);
const verifier = oidc.randomPKCECodeVerifier();
const address = oidc.buildAuthorizationUrl(config, {
  redirect_uri: "http://127.0.0.1/callback",
  scope: "identify openid",
  code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
  code_challenge_method: "S256",
});
// The person, whose browser is at the service's own address.
const answer = await fetch(`${process.env.ANTECHAMBER_URL}/api/oauth2/authorize${address.search}`, {
  method: "POST",
  headers: { authorization: "user-token-alice", "content-type": "application/json" },
  body: JSON.stringify({ authorize: true }),
});
const { location } = await answer.json();
const tokens = await oidc.authorizationCodeGrant(config, new URL(location), {
  pkceCodeVerifier: verifier,
});
const headers = { authorization: `Bearer ${tokens.access_token}` };
const person = await fetch("https://discord.com/api/users/@me", { headers });
console.log(`${address.origin} ${(await person.json()).username}`);
