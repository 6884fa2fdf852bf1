// What users decide on sign-in URLs and on devices.
import { CannotDo } from "./errors.ts";
import { expect, test } from "../runners/vitest.ts";
import type { World } from "../world.ts";

const scopes = ["openid", "sdk.social_layer"];

/** A device of Arena that waits for a user, and what it gets when it polls. */
async function waitingDevice(world: World) {
  const { clientId: client_id, clientSecret: client_secret } = world.application("Arena");
  async function send(path: string, fields: Readonly<Record<string, string>>) {
    const body = new URLSearchParams({ client_id, client_secret, ...fields });
    const response = await fetch(`${world.api}/v10/oauth2/${path}`, { method: "POST", body });
    return (await response.json()) as Readonly<Record<string, string>>;
  }
  const authorization = await send("device/authorize", { scope: scopes.join(" ") });
  const { device_code = "", verification_uri = "", verification_uri_complete = "" } = authorization;
  const grant_type = "urn:ietf:params:oauth:grant-type:device_code";
  const poll = () => send("token", { grant_type, device_code });
  return { verification_uri, verification_uri_complete, poll };
}

test("a user signs a device in by its URL, and another user refuses", async ({ world }) => {
  const [first, second] = [await waitingDevice(world), await waitingDevice(world)];
  const address = first.verification_uri_complete;
  await expect(world.user("alice").consents(address, { scopes: ["openid"] })).rejects.toThrow(
    'the site asks for "openid sdk.social_layer", and not for "openid"',
  );
  expect(await world.user("alice").consents(address, { scopes })).toBe(address);
  expect(await first.poll()).toMatchObject({ scope: scopes.join(" ") });
  await world.user("bob").refuses(second.verification_uri_complete);
  expect(await second.poll()).toMatchObject({ error: "access_denied" });
});

test("a device is refused with an expired code or without one in the URL", async ({ world }) => {
  const { verification_uri, verification_uri_complete } = await waitingDevice(world);
  const alice = world.user("alice");
  await expect(alice.consents(verification_uri)).rejects.toThrow("take verification_uri_complete");
  await world.clock.advance("301s");
  await expect(alice.consents(verification_uri_complete)).rejects.toMatchObject({
    name: "ApiRefusal",
    status: 404,
  });
});

test("a refused sign-in URL is reported with the faulty parameter", async ({ world }) => {
  const { id: client_id } = world.application("Arena");
  const query = { client_id, response_type: "code", scope: "openid", redirect_uri: "http://else" };
  const address = `${world.url}/oauth2/authorize?${new URLSearchParams(query).toString()}`;
  await expect(world.user("alice").consents(address)).rejects.toThrow(
    "the sign-in address was refused with 400: Invalid Form Body: redirect_uri: ",
  );
  await expect(world.user("alice").consents("nowhere")).rejects.toThrow(CannotDo);
});
