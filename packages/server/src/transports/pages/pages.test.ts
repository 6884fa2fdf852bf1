// The pages as a browser without JavaScript uses them: it follows links, fills in forms and submits
// them.
import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { demoWorld } from "../../control/world-file/demo-world.ts";
import { userInstallOf } from "../../domains/applications/installs.ts";
import { sendForm } from "../../testing/calls/oauth-calls.ts";
import { aBrowser } from "../../testing/clients/page-browser.ts";
import { aService, demo, type TestService } from "../../testing/start-service.ts";

const REDIRECT = "http://127.0.0.1:5555/callback?kept=1";
const BARE = "200000000000000002";

const world = {
  ...demoWorld,
  users: [
    ...(demoWorld.users ?? []),
    { id: "100000000000000003", username: "carol", token: "user-token-carol", verified: false },
    { id: "100000000000000004", username: "<b>eve&", token: "user-token-eve" },
  ],
  applications: [
    ...(demoWorld.applications ?? []).map((each) => ({
      ...each,
      redirect_uris: ["http://127.0.0.1/callback?kept=1"],
    })),
    { id: BARE, name: "Helper", owner: "alice", bot: {} },
  ],
};

let service: TestService;

beforeAll(async () => {
  service = await aService({ world, frozen: true });
});

afterAll(() => service.stop());

type Browser = ReturnType<typeof aBrowser>;

function address(parameters: Record<string, string> = {}): string {
  const query = new URLSearchParams({
    client_id: demo.applicationId,
    response_type: "code",
    scope: "identify",
    redirect_uri: REDIRECT,
    state: "a b&c",
    ...parameters,
  });
  return `/oauth2/authorize?${query.toString()}`;
}

async function signedIn(id: string = demo.bobId, at = service): Promise<Browser> {
  const browser = aBrowser(at);
  await browser.send(await browser.go("/oauth2/sign-in"), { user: id });
  return browser;
}

describe("a person who is not signed in", () => {
  test("chooses a user, and continues to the requested page", async () => {
    const browser = aBrowser(service);
    const sent = await browser.go(address());
    expect([sent.status, sent.location]).toEqual([
      302,
      `/oauth2/sign-in?${new URLSearchParams({ return_to: address() }).toString()}`,
    ]);
    const page = await browser.go(sent.location);
    expect(page.text).toContain("&lt;b&gt;eve&amp;");
    expect(page.text).not.toContain("<b>eve");
    const gone = await browser.send(page, { user: demo.bobId });
    expect([gone.status, gone.location]).toEqual([303, address()]);
    expect((await browser.go(gone.location)).text).toContain("<strong>bob</strong>");
  });

  test("may name a user who is not listed", async () => {
    const browser = aBrowser(service);
    const page = await browser.go("/oauth2/sign-in");
    const none = await browser.send(page, { user: demo.bobId, other: "nobody" });
    expect([none.status, none.text.includes('role="alert"')]).toEqual([400, true]);
    expect((await browser.send(none, { other: "alice" })).status).toBe(303);
  });

  test("has a user preselected when the link names one", async () => {
    const browser = aBrowser(service);
    const chosen = async (user: string) => {
      const query = new URLSearchParams({ return_to: address(), user }).toString();
      const { text } = await browser.go(`/oauth2/sign-in?${query}`);
      const [, radio] = /value="(\d+)"\s+checked/.exec(text) ?? [];
      const [, other] = /name="other"[^>]* value="([^"]*)"/.exec(text) ?? [];
      return [radio, other];
    };
    expect(await chosen("bob")).toEqual([demo.bobId, ""]);
    expect(await chosen(demo.bobId)).toEqual([demo.bobId, ""]);
    expect(await chosen('x"y')).toEqual([demo.aliceId, "x&quot;y"]);
  });

  test.each([
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "/oauth2/authorized",
    "javascript:1",
  ])("is redirected to pages of the service only, not to %s", async (return_to) => {
    const browser = aBrowser(service);
    const page = await browser.go(
      `/oauth2/sign-in?${new URLSearchParams({ return_to }).toString()}`,
    );
    expect((await browser.send(page, { user: demo.bobId })).location).toBe("/activate");
    const forged = await browser.send(page, { user: demo.bobId, return_to });
    expect(["/activate", ""]).toContain(forged.location);
  });

  test("gets a new cookie by signing in, and the old one is invalid", async () => {
    const browser = aBrowser(service);
    const page = await browser.go("/oauth2/sign-in");
    const before = browser.cookie();
    await browser.send(page, { user: demo.bobId });
    expect(browser.cookie()).not.toBe(before);
    const stolen = await fetch(service.url + address(), {
      headers: { cookie: before },
      redirect: "manual",
    });
    expect(stolen.status).toBe(302);
  });

  test("stays signed in for half a day after signing in", async () => {
    const browser = await signedIn();
    expect((await browser.go(address())).status).toBe(200);
    await service.clock.moveTo(service.clock.now() + 43_200_000);
    expect((await browser.go(address())).location).toMatch(/^\/oauth2\/sign-in/);
  });
});

describe("the consent page", () => {
  test("shows the application, its scopes, the user and the redirect", async () => {
    const { text } = await (await signedIn()).go(address({ scope: "identify email" }));
    expect(text).toContain("<h1>Concierge wants to access your account</h1>");
    expect(text).toContain("<li>Know your email address</li>");
    expect(text).toContain("Afterwards you go on to http://127.0.0.1:5555");
    expect(text).toMatch(/<html lang="en">/);
  });

  test("redirects with a code and the given state", async () => {
    const browser = await signedIn();
    const gone = await browser.send(await browser.go(address()), { decision: "accept" });
    expect(gone.status).toBe(303);
    const { origin, pathname, searchParams } = new URL(gone.location);
    expect([origin, pathname]).toEqual(["http://127.0.0.1:5555", "/callback"]);
    expect([...searchParams.keys()]).toEqual(["kept", "code", "state", "iss"]);
    expect(searchParams.get("state")).toBe("a b&c");
    expect(searchParams.get("iss")).toBe(service.url);
    const form = { grant_type: "authorization_code", code: searchParams.get("code") ?? "" };
    expect((await sendForm(service, "token", { ...form, redirect_uri: REDIRECT })).status).toBe(
      200,
    );
  });

  test("redirects with a refusal", async () => {
    const browser = await signedIn();
    const gone = await browser.send(await browser.go(address()), { decision: "refuse" });
    expect(gone.location).toBe(
      `${REDIRECT}&error=access_denied&error_description=The+resource+owner+or+authorization+server+denied+the+request&state=a+b%26c&iss=${encodeURIComponent(service.url)}`,
    );
  });

  test("puts an implicit grant's token into the fragment, without a refresh token", async () => {
    const browser = await signedIn();
    const page = await browser.go(address({ response_type: "token", scope: "identify openid" }));
    const { hash, search } = new URL((await browser.send(page, { decision: "accept" })).location);
    const fragment = new URLSearchParams(hash.slice(1));
    expect(search).toBe("?kept=1");
    expect([...fragment.keys()]).toEqual([
      "access_token",
      "token_type",
      "expires_in",
      "scope",
      "state",
      "iss",
    ]);
    const auth = `Bearer ${fragment.get("access_token") ?? ""}`;
    expect((await service.call("GET /users/@me", { auth })).id).toBe(demo.bobId);
  });

  test("with prompt=none asks only for scopes that were not granted before", async () => {
    const browser = await signedIn("100000000000000004");
    const silent = address({ prompt: "none" });
    const page = await browser.go(silent);
    expect(page.status).toBe(200);
    await browser.send(page, { decision: "accept" });
    expect((await browser.go(silent)).location).toContain("code=");
    expect((await browser.go(address({ prompt: "none", scope: "identify email" }))).status).toBe(
      200,
    );
    expect((await browser.go(address())).status).toBe(200);
  });

  test("requires a verified account for the SDK's scopes", async () => {
    const browser = await signedIn("100000000000000003");
    const page = await browser.go(address({ scope: "openid sdk.social_layer" }));
    expect(page.text).toContain("Your account must be verified");
    expect(page.text).not.toContain("Authorize</button>");
    const forced = await browser.send(page, { decision: "accept" });
    expect([forced.status, forced.location]).toEqual([403, ""]);
    const refused = await browser.send(page, { decision: "refuse" });
    expect(refused.location).toContain("error=access_denied");
  });

  test.each<[string, Record<string, string>]>([
    ["Unknown application", { client_id: "999" }],
    ["Unknown application", { client_id: "nonsense" }],
    ["Invalid OAuth2 redirect_uri", { redirect_uri: "http://evil.example/" }],
    ["Invalid OAuth2 redirect_uri", { redirect_uri: "javascript:alert(1)" }],
    ["Invalid OAuth2 redirect_uri", { redirect_uri: "http://127.0.0.1:5555/callback" }],
  ])("does not redirect: %s", async (says, parameters) => {
    const page = await aBrowser(service).go(address(parameters));
    expect([page.status, page.location]).toEqual([400, ""]);
    expect(page.text).toContain(says);
  });

  test.each<[string, Record<string, string>]>([
    ["invalid_scope", { scope: "identify nonsense" }],
    ["invalid_scope", { scope: "" }],
    ["invalid_scope", { scope: "identify relationships.read" }],
    ["invalid_scope", { scope: "role_connections.write", response_type: "token" }],
    ["unsupported_response_type", { response_type: "id_token" }],
    ["invalid_request", { code_challenge: "x" }],
    ["invalid_request", { code_challenge: "A".repeat(43), code_challenge_method: "plain" }],
    ["invalid_request", { prompt: "login" }],
    ["invalid_request", { permissions: "many" }],
    ["invalid_request", { redirect_uri: `discord-${demo.applicationId}:/authorize/callback` }],
  ])("redirects to the application with the error for %s: %j", async (error, parameters) => {
    const page = await aBrowser(service).go(address(parameters));
    const to = new URL(page.location);
    const answer =
      parameters["response_type"] === "token"
        ? new URLSearchParams(to.hash.slice(1))
        : to.searchParams;
    expect([page.status, answer.get("error"), answer.get("state")]).toEqual([302, error, "a b&c"]);
  });

  test("is where a browser is redirected that opens the API's authorize URL", async () => {
    for (const accept of ["text/html,*/*", "*/*"]) {
      for (const base of ["/api", "/api/v9", "/api/v10"]) {
        const page = await aBrowser(service).go(base + address(), { headers: { accept } });
        expect([page.status, page.location]).toEqual([302, address()]);
      }
    }
    const headers = { accept: "application/json, */*" };
    expect((await aBrowser(service).go(`/api${address()}`, { headers })).status).toBe(401);
  });
});

describe("adding an application to a guild", () => {
  const link = (more: Record<string, string> = {}) => {
    const query = { client_id: BARE, scope: "bot", permissions: "2147485696", ...more };
    return `/oauth2/authorize?${new URLSearchParams(query).toString()}`;
  };

  test("offers the guilds that the user manages, and ends on a page of its own", async () => {
    const browser = await signedIn(demo.aliceId);
    const page = await browser.go(link());
    expect(page.text).toMatch(/<option value="300000000000000001"\s*>\s*Test Guild\s*<\/option>/);
    expect(page.text).toContain("Send messages");
    const gone = await browser.send(page, {
      decision: "accept",
      guild_id: demo.guildId,
      permission: ["SEND_MESSAGES", "ADMINISTRATOR"],
    });
    expect(gone.location).toBe(`${service.url}/oauth2/authorized`);
    expect((await browser.go("/oauth2/authorized")).text).toContain("<h1>Added</h1>");
    const guild = await service.asUser(demo.aliceToken, `GET /guilds/${demo.guildId}`);
    const roles = guild.at("roles") as { tags?: { bot_id?: string }; permissions: string }[];
    // The permissions are never more than the link requested.
    expect(roles.find((role) => role.tags?.bot_id === BARE)?.permissions).toBe("2048");
  });

  test("cannot be completed without a guild to manage, but can be cancelled", async () => {
    const browser = await signedIn("100000000000000004");
    const page = await browser.go(link());
    expect(page.text).toContain("You manage no server");
    expect(page.text).not.toContain("Authorize</button>");
    const gone = await browser.send(page, { decision: "refuse" });
    expect(gone.location).toBe(`${service.url}/oauth2/authorized?refused=1`);
    const forced = await browser.send(page, { decision: "accept", guild_id: demo.guildId });
    expect([forced.status, forced.location]).toEqual([403, ""]);
  });

  test("can be fixed to one guild", async () => {
    const browser = await signedIn(demo.aliceId);
    const none = await browser.go(
      link({ guild_id: "399999999999999999", disable_guild_select: "true" }),
    );
    expect(none.text).toContain("You cannot add it to the server");
    const fixed = await browser.go(link({ guild_id: demo.guildId, disable_guild_select: "true" }));
    const gone = await browser.send(fixed, { decision: "accept", guild_id: "399999999999999999" });
    expect(gone.location).toBe(`${service.url}/oauth2/authorized`);
  });

  test("needs no guild when it is added to one's own account", async () => {
    const browser = await signedIn(demo.bobId);
    const page = await browser.go(link({ scope: "applications.commands", integration_type: "1" }));
    expect(page.text).toContain("Add Helper to your account");
    expect((await browser.send(page, { decision: "accept" })).location).toMatch(
      /\/oauth2\/authorized$/,
    );
    const now = service.clock.now();
    const settings = { production: false, publicUrl: "", fileKey: new Uint8Array(32) };
    const install = await service.store.read((tx) =>
      userInstallOf({ tx, now, settings }, demo.bobId, BARE),
    );
    expect(install?.scopes).toEqual(["applications.commands"]);
  });

  test("tells the application its guild when a code is requested", async () => {
    const browser = await signedIn(demo.aliceId);
    const page = await browser.go(address({ scope: "bot identify", permissions: "2048" }));
    const gone = await browser.send(page, {
      decision: "accept",
      guild_id: demo.guildId,
      permission: "SEND_MESSAGES",
    });
    const { searchParams } = new URL(gone.location);
    expect([searchParams.get("guild_id"), searchParams.get("permissions")]).toEqual([
      demo.guildId,
      "2048",
    ]);
    const form = { grant_type: "authorization_code", code: searchParams.get("code") ?? "" };
    const answer = await sendForm(service, "token", { ...form, redirect_uri: REDIRECT });
    expect(answer.at("guild", "id")).toBe(demo.guildId);
  });
});

describe("a webhook", () => {
  const asking = address({ scope: "webhook.incoming", channel_id: demo.voiceId });

  test("is created in the chosen channel, with the one that the link names preselected", async () => {
    const browser = await signedIn(demo.aliceId);
    const page = await browser.go(asking);
    expect(page.text).toMatch(new RegExp(`value="${demo.voiceId}" +selected`));
    const gone = await browser.send(page, {
      decision: "accept",
      webhook_channel_id: demo.generalId,
    });
    const code = new URL(gone.location).searchParams.get("code") ?? "";
    const form = { grant_type: "authorization_code", code, redirect_uri: REDIRECT };
    const answer = await sendForm(service, "token", form);
    expect(answer.at("webhook", "channel_id")).toBe(demo.generalId);
  });

  test("is not offered to a user who may not manage webhooks", async () => {
    const browser = await signedIn();
    const { text } = await browser.go(asking);
    expect(text).toContain("You manage webhooks in no channel.");
    expect(text).not.toContain('value="accept"');
  });
});

describe("a form", () => {
  test.each<[string, object]>([
    ["from another site", { origin: "https://evil.example" }],
    ["from another port of this machine", { origin: "http://127.0.0.1:1" }],
    ["from nowhere that a browser would tell", { origin: "null" }],
    ["that the browser calls foreign", { "sec-fetch-site": "cross-site" }],
    ["that the browser calls a neighbour's", { "sec-fetch-site": "same-site" }],
  ])("%s has no effect", async (_, headers) => {
    const browser = await signedIn();
    const page = await browser.go(address());
    const gone = await browser.send(page, { decision: "accept" }, headers);
    expect([gone.status, gone.location]).toEqual([403, ""]);
  });

  test.each<[string, Record<string, string>]>([
    ["without its proof", { proof: "" }],
    ["with another browser's proof", { proof: "0".repeat(64) }],
  ])("%s has no effect", async (_, fields) => {
    const browser = await signedIn();
    const gone = await browser.send(await browser.go(address()), { decision: "accept", ...fields });
    expect(gone.status).toBe(403);
  });

  test("of another content type has no effect", async () => {
    const browser = await signedIn();
    const init = {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: '{"decision":"accept"}',
    };
    expect((await browser.go(address(), init)).status).toBe(403);
  });
});

describe("every page", () => {
  const paths = [
    "/oauth2/sign-in",
    address(),
    "/activate",
    "/activate?user_code=ABCD2345",
    "/oauth2/authorized",
    "/oauth2/sign-out",
  ];

  test.each(paths)("forbids frames, scripts and caches: %s", async (path) => {
    const page = await (await signedIn()).go(path);
    const policy = page.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    // Chromium applies it to the redirect to the application.
    expect(policy).not.toContain("form-action");
    expect(page.headers.get("x-frame-options")).toBe("DENY");
    expect(page.headers.get("cache-control")).toBe("no-store");
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
    const style = /<style>([^]*)<\/style>/.exec(page.text)?.[1] ?? "";
    expect(policy).toContain(createHash("sha256").update(style).digest("base64"));
    expect(page.text).not.toMatch(/<script|\son\w+=|javascript:/i);
  });

  test.each(paths)("is accessible: %s", async (path) => {
    const { text } = await (await signedIn()).go(path);
    expect(text.match(/<h1>/g)).toHaveLength(1);
    expect(text).toMatch(/<title>[^<]+<\/title>/);
    const labelled = [...text.matchAll(/<label[^>]*for="([^"]+)"/g)].map(([, id]) => id);
    const fields = [
      ...text.matchAll(/<(?:input|select)(?![^>]*type="(?:hidden|radio|checkbox)")[^>]*>/g),
    ];
    for (const [field] of fields) expect(labelled).toContain(/ id="([^"]+)"/.exec(field)?.[1]);
  });

  test("survives any query and form", async () => {
    const hostile = [
      "%",
      "%00",
      "%ff%fe",
      "a".repeat(5000),
      "__proto__=1",
      "client_id[]=1",
      "=&=&=",
      "user_code=%E0%A4",
    ];
    const browser = await signedIn();
    for (const path of ["/oauth2/authorize", "/oauth2/sign-in", "/oauth2/sign-out", "/activate"]) {
      for (const each of hostile) {
        expect((await browser.go(`${path}?${each}`)).status).toBeLessThan(500);
        const headers = { "content-type": "application/x-www-form-urlencoded" };
        const posted = await browser.go(path, { method: "POST", body: each, headers });
        expect(posted.status).toBeLessThan(500);
      }
    }
    const large = await browser.go("/activate", {
      method: "POST",
      body: new URLSearchParams({ x: "x".repeat(70_000) }),
    });
    expect([large.status, large.headers.get("content-type")]).toEqual([
      413,
      "text/html; charset=utf-8",
    ]);
  });
});
