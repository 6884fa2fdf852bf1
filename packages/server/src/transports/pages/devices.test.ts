// The device page, and how people are identified in production mode.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sendForm } from "../../testing/calls/oauth-calls.ts";
import { aBrowser } from "../../testing/clients/page-browser.ts";
import { aService, demo, type TestService } from "../../testing/start-service.ts";

describe("in production", () => {
  let real: TestService;
  beforeAll(async () => {
    real = await aService({ production: true, limits: "production" });
  });
  afterAll(() => real.stop());

  test("a person signs in with the token of their account", async () => {
    const browser = aBrowser(real);
    const page = await browser.go("/oauth2/sign-in");
    expect(page.text).not.toContain("alice");
    expect((await browser.send(page, { user: demo.aliceId })).status).toBe(400);
    expect((await browser.send(page, { token: "nonsense" })).status).toBe(400);
    expect((await browser.send(page, { token: demo.aliceToken })).status).toBe(303);
    expect((await browser.go("/activate")).text).toContain("<strong>alice</strong>");
  });

  test("the cookie is for this host only, and Secure", async () => {
    const page = await aBrowser(real).go("/oauth2/sign-in");
    expect(page.headers.get("set-cookie")).toMatch(
      /^__Host-antechamber=\w{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
  });

  test("guessing tokens is limited", async () => {
    const browser = aBrowser(real);
    const page = await browser.go("/oauth2/sign-in");
    const tries = [];
    for (let i = 0; i < 21; i += 1) tries.push(await browser.send(page, { token: `guess-${i}` }));
    expect([tries.at(0)?.status, tries.at(-1)?.status]).toEqual([400, 429]);
    const owner = aBrowser(real);
    const right = { token: demo.bobToken };
    const signed = await owner.send(await owner.go("/oauth2/sign-in"), right);
    expect(signed.status).toBe(303);
  });

  test("guessing device codes is limited, and valid ones do not count", async () => {
    const browser = aBrowser(real);
    await browser.send(await browser.go("/oauth2/sign-in"), { token: demo.aliceToken });
    const begun = await sendForm(real, "device/authorize", { scope: "identify" });
    const right = `/activate?user_code=${String(begun.at("user_code"))}`;
    const statuses = [];
    for (let i = 0; i < 30; i += 1) statuses.push((await browser.go(right)).status);
    for (let i = 0; i < 21; i += 1)
      statuses.push((await browser.go("/activate?user_code=A")).status);
    expect(statuses).toEqual([...Array<number>(30).fill(200), ...Array<number>(20).fill(400), 429]);
    expect((await browser.go(right)).status).toBe(429);
  });

  test("a cookie is removed with the attributes with which it was set", async () => {
    const browser = aBrowser(real);
    await browser.send(await browser.go("/oauth2/sign-in"), { token: demo.aliceToken });
    const gone = await browser.send(await browser.go("/oauth2/sign-out"), { where: "here" });
    expect(gone.headers.get("set-cookie")).toBe(
      "__Host-antechamber=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure",
    );
  });
});

describe("a device", () => {
  let service: TestService;
  beforeAll(async () => {
    service = await aService();
  });
  afterAll(() => service.stop());

  async function signedIn() {
    const browser = aBrowser(service);
    await browser.send(await browser.go("/oauth2/sign-in"), { user: demo.bobId });
    return browser;
  }

  const begin = () => sendForm(service, "device/authorize", { scope: "identify" });

  test("is signed in by the person who enters its code", async () => {
    const begun = await begin();
    const grant_type = "urn:ietf:params:oauth:grant-type:device_code";
    const poll = { grant_type, device_code: String(begun.at("device_code")) };
    expect((await sendForm(service, "token", poll)).at("error")).toBe("authorization_pending");
    const browser = await signedIn();
    const complete = new URL(String(begun.at("verification_uri_complete")));
    const page = await browser.go(complete.pathname + complete.search);
    expect(page.text).toContain("Connect your device to Concierge");
    expect((await browser.send(page, { decision: "accept" })).text).toContain(
      "Your device is connected",
    );
    const tokens = await sendForm(service, "token", poll);
    expect(tokens.at("scope")).toBe("identify");
  });

  test("is refused by the person", async () => {
    const begun = await begin();
    const browser = await signedIn();
    const page = await browser.go(
      `/activate?user_code=${String(begun.at("user_code")).toLowerCase()}`,
    );
    expect((await browser.send(page, { decision: "refuse" })).text).toContain(
      "Nothing was connected",
    );
    const again = await browser.send(page, { decision: "accept" });
    expect(again.status).toBe(400);
  });

  test("with a wrong code is not found", async () => {
    const browser = await signedIn();
    const page = await browser.go("/activate?user_code=WRONG");
    expect([page.status, page.text.includes('role="alert"')]).toEqual([400, true]);
    expect((await browser.go("/activate")).text).toContain('<label for="user_code">');
  });
});
