// The users, applications and guilds for tests of the gateway.
import { permissionSet } from "@antechamber/contract";
import { applications, flagBits } from "../../domains/applications/application.ts";
import { accessTokens } from "../../domains/applications/tokens.ts";
import { channels, guilds, members, roles } from "../../domains/guilds/guild.ts";
import { users } from "../../domains/users/user.ts";
import { secretDigest } from "../../platform/crypto.ts";
import type { Writer } from "../../platform/store.ts";
import { aChannel, aGuild, aMember, anApplication, aRole, aUser } from "../records.ts";

/**
 * Concierge's bot is in both guilds and has no privileged intents; Watcher's has all of them and is
 * in the first guild only. Alice owns the first guild, Bob the second.
 */
export const ids = {
  alice: "100000000000000001",
  bob: "100000000000000002",
  concierge: "200000000000000001",
  watcher: "200000000000000002",
  /** Belongs to shard 0 of 2. */
  firstGuild: "300000000000000000",
  /** Belongs to shard 1 of 2. */
  secondGuild: (300000000000000000n + (1n << 22n)).toString(),
  general: "400000000000000001",
  /** Visible only to the first guild's owner. */
  hidden: "400000000000000002",
  /** A thread in the hidden channel. */
  hiddenThread: "400000000000000003",
  elsewhere: "400000000000000004",
  /** The direct message of Alice and Concierge's bot. */
  direct: "400000000000000005",
} as const;

export const tokens = {
  concierge: "MjAwMDAwMDAwMDAwMDAwMDAx.test.concierge",
  watcher: "MjAwMDAwMDAwMDAwMDAwMDAy.test.watcher",
  alice: "user-token-alice",
  bob: "user-token-bob",
  /** Alice's token for Concierge. */
  social: "bearer-alice-social",
  /** Alice's token for Concierge, without a scope that allows gateway sessions. */
  identifyOnly: "bearer-alice-identify",
} as const;

/** Stores all of these records. */
export function fillGatewayWorld(tx: Writer): void {
  const digest = secretDigest;
  tx.put(users, aUser(ids.alice, { tokenDigest: digest(tokens.alice), email: "a@example.org" }));
  tx.put(users, aUser(ids.bob, { tokenDigest: digest(tokens.bob) }));
  const privileged = flagBits([
    "GATEWAY_PRESENCE_LIMITED",
    "GATEWAY_GUILD_MEMBERS",
    "GATEWAY_MESSAGE_CONTENT_LIMITED",
  ]).toString();
  for (const [id, token, flags] of [
    [ids.concierge, tokens.concierge, "0"],
    [ids.watcher, tokens.watcher, privileged],
  ] as const) {
    const botTokenDigest = digest(token);
    tx.put(users, aUser(id, { bot: true }));
    tx.put(
      applications,
      anApplication(id, { owner_id: ids.alice, flags_new: flags, botTokenDigest }),
    );
  }
  for (const [token, scopes] of [
    [tokens.social, ["sdk.social_layer", "openid"]],
    [tokens.identifyOnly, ["identify"]],
  ] as const) {
    tx.put(accessTokens, {
      digest: digest(token),
      application_id: ids.concierge,
      user_id: ids.alice,
      scopes,
      expiresAt: Number.MAX_SAFE_INTEGER,
    });
  }
  fillGuilds(tx);
}

function fillGuilds(tx: Writer): void {
  const inFirst = { guild_id: ids.firstGuild };
  const inSecond = { guild_id: ids.secondGuild };
  tx.put(guilds, aGuild(ids.firstGuild, { owner_id: ids.alice }));
  tx.put(guilds, aGuild(ids.secondGuild, { owner_id: ids.bob }));
  tx.put(roles, aRole({ ...inFirst, id: ids.firstGuild }, "VIEW_CHANNEL"));
  tx.put(roles, aRole({ ...inSecond, id: ids.secondGuild }, "VIEW_CHANNEL"));
  for (const user_id of [ids.alice, ids.bob, ids.concierge, ids.watcher]) {
    tx.put(members, aMember({ ...inFirst, user_id }));
  }
  for (const user_id of [ids.bob, ids.concierge])
    tx.put(members, aMember({ ...inSecond, user_id }));
  const deny = permissionSet("VIEW_CHANNEL").toString();
  tx.put(channels, aChannel(ids.general, inFirst));
  tx.put(
    channels,
    aChannel(ids.hidden, {
      ...inFirst,
      permission_overwrites: [{ id: ids.firstGuild, type: 0, allow: "0", deny }],
    }),
  );
  tx.put(channels, aChannel(ids.hiddenThread, { ...inFirst, type: 11, parent_id: ids.hidden }));
  tx.put(channels, aChannel(ids.elsewhere, inSecond));
  tx.put(channels, { id: ids.direct, type: 1, flags: 0, recipientIds: [ids.alice, ids.concierge] });
}
