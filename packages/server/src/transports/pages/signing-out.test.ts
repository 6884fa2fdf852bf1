// How browser sessions end: by signing out, and with the end of a token or an account.
import { limits } from "@antechamber/contract";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { aBrowser } from "../../testing/clients/page-browser.ts";
import { aService, demo, type TestService } from "../../testing/start-service.ts";

type Browser = ReturnType<typeof aBrowser>;

let service: TestService;

beforeEach(async () => {
  service = await aService({ frozen: true });
});
afterEach(() => service.stop());

async function signedIn(user: string = demo.bobId): Promise<Browser> {
  const browser = aBrowser(service);
  await browser.send(await browser.go("/oauth2/sign-in"), { user });
  return browser;
}

/** Whether a browser with this cookie is signed in. */
async function isSignedIn(cookie: string): Promise<boolean> {
  const headers = { cookie };
  const page = await fetch(`${service.url}/activate`, { headers, redirect: "manual" });
  return page.status === 200;
}

const signOut = async (browser: Browser, where: string) =>
  browser.send(await browser.go("/oauth2/sign-out"), { where });

describe("a person who signs out", () => {
  test("is signed out in this browser only", async () => {
    const [here, there] = [await signedIn(), await signedIn()];
    const [cookie, other] = [here.cookie(), there.cookie()];
    const gone = await signOut(here, "here");
    expect(gone.text).toContain("You are signed out");
    expect(gone.headers.get("set-cookie")).toBe(
      `antechamber-${new URL(service.url).port}-main=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`,
    );
    expect([await isSignedIn(cookie), await isSignedIn(other)]).toEqual([false, true]);
    expect((await here.go("/oauth2/sign-out")).text).toContain("Nobody is signed in");
  });

  test("can be signed out everywhere, without affecting others", async () => {
    const [here, there, alice] = [await signedIn(), await signedIn(), await signedIn(demo.aliceId)];
    const cookies = [here, there, alice].map((each) => each.cookie());
    await signOut(here, "everywhere");
    expect(await Promise.all(cookies.map(isSignedIn))).toEqual([false, false, true]);
  });

  test.each<[string, Record<string, string>, Record<string, string>]>([
    ["without its proof", { proof: "" }, {}],
    ["with another proof", { proof: "0".repeat(64) }, {}],
    ["from another site", {}, { origin: "https://evil.example" }],
  ])(
    "is signed out only by the service's own form: %s has no effect",
    async (_which, fields, from) => {
      const browser = await signedIn();
      const cookie = browser.cookie();
      const headers = { origin: service.url, ...from };
      const form = await browser.go("/oauth2/sign-out");
      const refused = await browser.send(form, { where: "everywhere", ...fields }, headers);
      expect([refused.status, await isSignedIn(cookie)]).toEqual([403, true]);
    },
  );

  test("finds the link on every page that shows the signed-in user", async () => {
    const { text } = await (await signedIn()).go("/activate");
    expect(text).toContain('<a href="/oauth2/sign-out?return_to=%2Factivate">Sign out</a>');
  });
});

test.each<[string, () => Promise<unknown>]>([
  ["another token", () => service.control("PATCH /users/bob", { token: "another-token" })],
  ["a ban", () => service.control("PATCH /users/bob", { banned: true })],
])("%s ends the browser sessions of a user for good", async (_what, end) => {
  const [bob, alice] = [await signedIn(), await signedIn(demo.aliceId)];
  await end();
  await service.control("PATCH /users/bob", { banned: false });
  expect([await isSignedIn(bob.cookie()), await isSignedIn(alice.cookie())]).toEqual([false, true]);
});

test("a deleted user is signed out everywhere", async () => {
  await service.control("POST /users", { id: "100000000000000009", username: "carol" });
  const carol = await signedIn("100000000000000009");
  await service.control("DELETE /users/carol");
  await service.control("POST /users", { id: "100000000000000009", username: "carol" });
  expect(await isSignedIn(carol.cookie())).toBe(false);
});

test("too many sign-ins sign out the oldest browser", async () => {
  const first = await signedIn();
  await service.clock.moveTo(service.clock.now() + 1);
  const second = await signedIn();
  for (let i = 0; i < limits.browserSessions.value - 1; i += 1) {
    await service.clock.moveTo(service.clock.now() + 1);
    await signedIn();
  }
  expect(await Promise.all([first, second].map((each) => isSignedIn(each.cookie())))).toEqual([
    false,
    true,
  ]);
});
