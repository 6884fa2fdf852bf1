import { applicationEntity, tokenEntity } from "@antechamber/contract/control";
import { describe, expect, test } from "vitest";
import { applications } from "../../../domains/applications/application.ts";
import { accessTokens } from "../../../domains/applications/tokens.ts";
import {
  externalIdentities,
  listedIdentities,
} from "../../../domains/oauth/accounts/external-identity.ts";
import { users } from "../../../domains/users/user.ts";
import { anEntityWorld } from "../../../testing/worlds/entity-world.ts";
import { all, issuesOf, loaded, only } from "../../../testing/worlds/loaded-worlds.ts";
import { secretDigest } from "../../../platform/crypto.ts";
import { exportWorld } from "../export.ts";

const oidc = {
  issuer: "https://id.example.com",
  client_ids: ["game"],
  jwks_uri: "https://id.example.com/keys",
};

const rich = {
  users: [
    { id: "700000000000000001", username: "a" },
    { id: "700000000000000002", username: "p", provisional: true },
  ],
  applications: [
    { id: "700000000000000006", name: "Child", owner: "a", parent: "Game" },
    {
      id: "700000000000000005",
      name: "Game",
      owner: "a",
      oidc,
      unity_project_id: "u",
      external_identities: [
        {
          type: "STEAM_SESSION_TICKET",
          token: "t",
          id: "700000000000000007",
          name: "G",
          expires_at: "2027-01-01",
        },
        { type: "UNITY_SERVICES_ID_TOKEN", token: "t", id: "700000000000000008", project_id: "u" },
      ],
    },
  ],
  access_tokens: [
    { token: "child", user: "p", application: "Child", parent: "parent" },
    { token: "parent", user: "p", application: "Game" },
  ],
  application_identities: [
    { user: "p", application: "Game", type: "OIDC", id: "sub" },
    { user: "a", application: "Game", type: "STEAM", id: "700000000000000007" },
    { user: "a", application: "Game", type: "OIDC", id: "sub", provider_id: "https://old" },
  ],
};

describe("a world file", () => {
  test("declares the identity providers of players, with hashed secrets", () => {
    const world = loaded(rich);
    const [, game] = all(applications, world).toReversed();
    expect(game).toMatchObject({ id: "700000000000000005", oidc, unity_project_id: "u" });
    expect(all(listedIdentities, world)).toMatchObject([
      {
        application_id: "700000000000000005",
        tokenDigest: secretDigest("t"),
        id: "700000000000000007",
        name: "G",
      },
      {
        application_id: "700000000000000005",
        tokenDigest: secretDigest("t"),
        id: "700000000000000008",
        project_id: "u",
      },
    ]);
    expect(JSON.stringify(world.dump)).not.toContain('"token":"t"');
  });

  test("allows provisional accounts for such an application", () => {
    const world = loaded(rich);
    const flags = (id: string) =>
      all(applications, world).find((each) => each.id === id)?.flags_new;
    expect([flags("700000000000000005"), flags("700000000000000006")]).toEqual([
      (1 << 10).toString(),
      "0",
    ]);
  });

  test("may have players' accounts without a token", () => {
    const world = loaded(rich);
    const [, account] = all(users, world);
    expect(account).toMatchObject({ id: "700000000000000002", isProvisional: true });
    expect(account).not.toHaveProperty("tokenDigest");
    const ids = all(externalIdentities, world).map((each) => [each.user_id, each.provider_id]);
    expect(ids).toContainEqual(["700000000000000002", oidc.issuer]);
    expect(ids).toContainEqual(["700000000000000001", "700000000000000005"]);
    expect(ids).toContainEqual(["700000000000000001", "https://old"]);
  });

  test("may name a parent application that is defined later", () => {
    const world = loaded(rich);
    expect(all(applications, world).find(({ id }) => id === "700000000000000006")?.parent_id).toBe(
      "700000000000000005",
    );
    const tokens = all(accessTokens, world);
    const child = tokens.find(({ digest }) => digest === secretDigest("child"));
    expect(child?.parentDigest).toBe(secretDigest("parent"));
  });

  test("is exported completely", async () => {
    const { work, store } = await anEntityWorld(rich);
    const file = await work.read((ctx) => exportWorld(ctx));
    const again = loaded(JSON.parse(JSON.stringify(file)));
    for (const table of [listedIdentities, externalIdentities]) {
      expect(all<object>(table as never, again)).toEqual(all(table as never, loaded(rich)));
    }
    expect(all(applications, again).find(({ id }) => id === "700000000000000006")?.parent_id).toBe(
      "700000000000000005",
    );
    expect(all(accessTokens, again).filter((each) => each.parentDigest)).toHaveLength(1);
    await store.close();
  });
});

describe("faults", () => {
  const game = (more: object) => ({
    users: [{ username: "a" }],
    applications: [{ name: "Game", owner: "a", ...more }],
  });
  const player = (more: object = {}) => ({
    type: "STEAM_SESSION_TICKET",
    token: "t",
    id: "700000000000000007",
    ...more,
  });

  test.each<readonly [string, object, readonly string[]]>([
    [
      "a parent who is not there",
      game({ parent: "Nobody" }),
      ['applications[0].parent: no application "Nobody"'],
    ],
    [
      "one's own parent",
      game({ parent: "Game" }),
      ["applications[0].parent: an application cannot be its own parent"],
    ],
    [
      "a child of a child",
      { applications: [{ name: "A", parent: "B" }, { name: "B", parent: "C" }, { name: "C" }] },
      ["applications[0].parent: a child application cannot be a parent"],
    ],
    [
      "a token of two players",
      game({ external_identities: [player(), player({ id: "700000000000000008" })] }),
      [
        "applications[0].external_identities[1].token: another player of this service has this token",
      ],
    ],
    [
      "a player of OIDC, whose tokens are verified",
      game({ external_identities: [player({ type: "OIDC" })] }),
      [expect.stringContaining("applications[0].external_identities[0].type")],
    ],
    [
      "a provider without an address",
      game({ oidc: { ...oidc, issuer: "id.example.com?x" } }),
      ["applications[0].oidc.issuer: Not a well formed URL."],
    ],
    [
      "a provider for nobody",
      game({ oidc: { ...oidc, client_ids: [] } }),
      [expect.stringContaining("applications[0].oidc.client_ids")],
    ],
    [
      "a child's token without the parent's",
      { ...rich, access_tokens: rich.access_tokens.slice(0, 1) },
      ["access_tokens[0].parent: no access token is the same"],
    ],
    [
      "a player with two accounts",
      {
        ...rich,
        application_identities: [
          { user: "p", application: "Game", type: "STEAM", id: "700000000000000007" },
          { user: "a", application: "Game", type: "STEAM", id: "700000000000000007" },
        ],
      },
      ["application_identities[1]: this player has an account already"],
    ],
    [
      "the account of an unknown user",
      {
        ...rich,
        application_identities: [
          { user: "z", application: "Y", type: "STEAM", id: "700000000000000007" },
        ],
      },
      [
        'application_identities[0].user: no user "z"',
        'application_identities[0].application: no application "Y"',
      ],
    ],
  ])("%s", (_what, world, issues) => {
    expect(issuesOf(world)).toEqual(issues);
  });

  test.each(["http://id.example.com", "https://localhost", "https://10.0.0.1", "https://[::1]"])(
    "the provider %s in production mode",
    (issuer) => {
      const world = game({ oidc: { issuer, client_ids: ["game"] } });
      expect(issuesOf(world)).toEqual([]);
      expect(issuesOf(world, { production: true })).toEqual([
        "applications[0].oidc.issuer: must begin with https:// and a public name in production mode",
      ]);
    },
  );
});

test("one listed player is one record", () => {
  const world = loaded({
    users: [{ username: "a" }],
    applications: [
      { external_identities: [{ type: "APPLE_ID_TOKEN", token: "x", id: "700000000000000001" }] },
    ],
  });
  expect(only(listedIdentities, world)).toMatchObject({
    type: "APPLE_ID_TOKEN",
    id: "700000000000000001",
  });
});

describe("while the world runs", () => {
  async function aWorld() {
    const world = await anEntityWorld(rich);
    const edit = (id: string, body: object) =>
      world.ask(applicationEntity.edit, { application: id }, body);
    return { ...world, edit };
  }

  test("a new list of players replaces the old one", async () => {
    const { edit, store } = await aWorld();
    await edit("700000000000000005", { description: "x" });
    expect(await store.read((tx) => tx.count(listedIdentities))).toBe(2);
    const external_identities = [
      { type: "STEAM_SESSION_TICKET", token: "t", id: "700000000000000009" },
    ];
    expect((await edit("700000000000000005", { external_identities })).body).toMatchObject({
      external_identities: [{ id: "700000000000000009" }],
    });
    expect(await store.read((tx) => tx.find(listedIdentities))).toMatchObject([
      { id: "700000000000000009" },
    ]);
    await store.close();
  });

  test("tokens of players are returned once, each with its player", async () => {
    const { edit, store } = await aWorld();
    const external_identities = ["c", "a", "b"].map((token) => {
      return { type: "APPLE_ID_TOKEN", token, id: `player-${token}` };
    });
    expect((await edit("700000000000000005", { external_identities })).body).toMatchObject({
      external_identities,
    });
    const hashed = external_identities.map((player) => {
      return { ...player, token: secretDigest(player.token) };
    });
    const again = await edit("700000000000000005", { description: "x" });
    expect(again.body).toMatchObject({ external_identities: hashed });
    await store.close();
  });

  test("a child application can be detached, and cannot be a grandchild", async () => {
    const { edit, ask, store } = await aWorld();
    const grandchild = { name: "C", owner: "a", parent: "Child" };
    expect((await ask(applicationEntity.create, {}, grandchild)).status).toBe(400);
    expect((await edit("700000000000000005", { parent: "Child" })).status).toBe(400);
    expect((await edit("700000000000000006", { parent: null })).body).not.toHaveProperty("parent");
    expect((await ask(applicationEntity.create, {}, grandchild)).status).toBe(201);
    await store.close();
  });

  test("a child application outlives its parent, but its token does not", async () => {
    const { ask, store } = await aWorld();
    await ask(applicationEntity.remove, { application: "700000000000000005" });
    const { body } = await ask(applicationEntity.get, { application: "700000000000000006" });
    expect(body).not.toHaveProperty("parent");
    expect(await store.read((tx) => tx.count(accessTokens))).toBe(0);
    await store.close();
  });

  test("a child's token requires the parent's", async () => {
    const { ask, store } = await aWorld();
    const token = { token: "new", user: "p", application: "Child" };
    expect((await ask(tokenEntity.create, {}, { ...token, parent: "gone" })).status).toBe(400);
    expect((await ask(tokenEntity.create, {}, { ...token, parent: "parent" })).status).toBe(201);
    await store.close();
  });
});
