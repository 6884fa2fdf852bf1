// Secrets that a world file leaves out, and those that it gives.
import fc from "fast-check";
import { expect, test } from "vitest";
import { secretDigest } from "../../platform/crypto.ts";
import { loaded } from "../../testing/worlds/loaded-worlds.ts";

/** The secrets generated for a world, by their paths. */
function madeFor(world: object): Readonly<Record<string, string>> {
  const { issued } = loaded(world);
  return Object.fromEntries(issued.map(({ place, secret }) => [place.join("."), secret]));
}

const one = "100000000000000001";
const application = { name: "Concierge", owner: "bob", bot: null, client_secret: null };

test.each([
  [
    "before it",
    [
      { username: "x", token: "user-token-bob" },
      { id: one, username: "bob" },
    ],
    1,
  ],
  [
    "behind it",
    [
      { id: one, username: "bob" },
      { username: "x", token: "user-token-bob" },
    ],
    0,
  ],
  [
    "hashed",
    [
      { id: one, username: "bob" },
      { username: "x", token: secretDigest("user-token-bob") },
    ],
    0,
  ],
])(
  "a user's generated token contains the id when another token has the form %s",
  (_where, users, at) => {
    expect(madeFor({ users })).toEqual({ [`users.${at}.token`]: `user-token-${one}` });
  },
);

test("a user's generated token is numbered when both of its forms are taken", () => {
  const users = [
    { id: one, username: "bob" },
    { username: "x", token: "user-token-bob" },
    { username: "y", token: `user-token-${one}` },
  ];
  expect(madeFor({ users })).toEqual({ "users.0.token": `user-token-${one}-3` });
});

test("access tokens of one user and application are numbered, skipping given ones", () => {
  const token = { user: "bob", application: "Concierge" };
  const world = {
    users: [{ username: "bob", token: "b" }],
    applications: [application],
    access_tokens: [
      { ...token, scopes: ["identify"] },
      { ...token, scopes: ["openid"] },
      { ...token, scopes: ["guilds"] },
      { ...token, token: "access-token-concierge-bob.2" },
    ],
  };
  expect(madeFor(world)).toEqual({
    "access_tokens.0.token": "access-token-concierge-bob",
    "access_tokens.1.token": "access-token-concierge-bob.3",
    "access_tokens.2.token": "access-token-concierge-bob.4",
  });
});

test("generated tokens never collide, and are the same each time", () => {
  const username = fc.constantFrom("a", "b", "a-b", "b-a", "a.2", "a-2");
  const token = fc.constantFrom(undefined, "user-token-a", "user-token-b", "user-token-a-2");
  const name = fc.constantFrom("A", "A B", "B");
  const worlds = fc
    .record({
      users: fc.uniqueArray(fc.record({ username, token }), {
        minLength: 1,
        selector: (user) => user.username,
      }),
      names: fc.uniqueArray(name, { minLength: 1 }),
      tokens: fc.array(
        fc.record({
          user: fc.nat(),
          application: fc.nat(),
          token: fc.constantFrom(undefined, "access-token-a-b", "access-token-a-b.2"),
        }),
      ),
    })
    .filter(({ users, tokens }) => {
      const tokenValues = [...users, ...tokens].flatMap((each) => each.token ?? []);
      return new Set(tokenValues).size === tokenValues.length;
    });
  fc.assert(
    fc.property(worlds, ({ users, names, tokens }) => {
      const world = JSON.parse(
        JSON.stringify({
          users,
          applications: names.map((each) => ({ name: each, owner: users[0]?.username })),
          access_tokens: tokens.map((each) => ({
            ...each,
            user: users[each.user % users.length]?.username,
            application: names[each.application % names.length],
          })),
        }),
      ) as object;
      expect(madeFor(world)).toEqual(madeFor(world));
    }),
  );
});
