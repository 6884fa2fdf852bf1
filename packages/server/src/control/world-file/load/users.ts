// Users and bots of a world file.
import type { WorldBot, WorldUser } from "@antechamber/contract/control";
import type { Static } from "@antechamber/contract/schema";
import { userDefaults, users, type UserRecord } from "../../../domains/users/user.ts";
import type { WorldBuilder } from "../world-builder.ts";
import type { Place } from "../json-path.ts";
import { plain } from "../plain.ts";
import { userToken } from "../secrets.ts";
import { forEachEntry } from "./placed-entries.ts";
import { definedFields } from "../../../platform/defined-fields.ts";

type UserEntry = Static<typeof WorldUser>;

/** Loads the file's users. */
export function loadUsers(
  builder: WorldBuilder,
  entries: readonly (UserEntry | undefined)[],
): void {
  forEachEntry(entries, ["users"], ({ entry, place }) => void loadUser(builder, entry, place));
}

/** A provisional account has no token unless the file gives one. */
function signInToken({ token, provisional }: UserEntry): string | null | undefined {
  return token === undefined && provisional === true ? null : token;
}

/** Loads one user. @returns the id */
export function loadUser(builder: WorldBuilder, entry: UserEntry, place: Place): string {
  const { token: _token, banned, provisional, id: givenId, bot, ...about } = entry;
  const { refuses_game_messages: refuses, ...persona } = about;
  if (bot === true) builder.issue([...place, "bot"], "a bot comes with its application");
  const id = builder.id("user", givenId, [...place, "id"]);
  const username = entry.username ?? `user-${Number(place[1] ?? 0) + 1}`;
  builder.once("username", username, {
    path: [...place, "username"],
    message: "another user has this name",
  });
  const tokenDigest = builder.secret(signInToken(entry), [...place, "token"], () =>
    builder.freeSecret("user token", (nth) => userToken(builder.deps, { username, id }, nth)),
  );
  if (tokenDigest !== undefined) {
    builder.once("user token", tokenDigest, {
      path: [...place, "token"],
      message: "another user has this token",
    });
  }
  builder.people.add(id, username);
  builder.put(users, {
    ...userDefaults,
    ...plain(persona),
    id,
    username,
    isBanned: banned ?? false,
    ...(provisional === true ? { isProvisional: true } : {}),
    ...(refuses === true ? { refusesGameMessages: true } : {}),
    ...definedFields({ tokenDigest }),
  });
  return id;
}

/** Loads the user of an application's bot, which has the application's id. */
export function loadBotUser(
  builder: WorldBuilder,
  application: { readonly id: string; readonly name: string },
  entry: Static<typeof WorldBot>,
): UserRecord {
  const { token: _token, intents: _intents, id: _id, bot: _bot, ...fields } = entry;
  const { email: _email, premium_type: _premium, ...persona } = fields;
  const bot: UserRecord = {
    ...userDefaults,
    username: application.name,
    ...plain(persona),
    id: application.id,
    bot: true,
  };
  builder.people.add(bot.id, bot.username);
  builder.bots.add(bot.id);
  builder.put(users, bot);
  return bot;
}

/** The default owner: the file's first user, or an added one who cannot sign in. */
export function firstUser(builder: WorldBuilder): string {
  const first = builder.all(users).find((user) => user.bot !== true);
  return first?.id ?? loadUser(builder, { username: "owner", token: null }, ["users", 0]);
}
