// What can be read back of a lobby: its newest messages of the last three days.
// Source: protocol: lobbies-and-sdk 5.2, 13 #13.
import { limits } from "@antechamber/contract";
import type { Millis } from "../../platform/clock.ts";
import type { Context, JobDeclaration, ReadContext } from "../../platform/context.ts";
import { pairsOf } from "../applications/installs.ts";
import { lobbyHistories, lobbyMessages, type LobbyMessageRecord } from "./lobby-message.ts";

const AGE_MAX_MS = limits.gameHistoryAge.value;

/** The moment up to which messages are forgotten. */
function horizon(now: Millis): Millis {
  return now - AGE_MAX_MS;
}

/** Messages of a lobby, newest first. */
export async function recentMessages(
  ctx: ReadContext,
  lobbyId: string,
  limit: number,
): Promise<readonly LobbyMessageRecord[]> {
  const search = { ...pairsOf(lobbyId), newestFirst: true, limit };
  const found = await ctx.tx.find(lobbyMessages, search);
  return found.filter(({ sentAt }) => sentAt > horizon(ctx.now));
}

/** Keeps a new message; the oldest of too many go. */
export async function keepMessage(ctx: Context, message: LobbyMessageRecord): Promise<void> {
  ctx.tx.put(lobbyMessages, message);
  const history = { lobby_id: message.lobby_id };
  if ((await ctx.tx.get(lobbyHistories, lobbyHistories.key(history))) === undefined) {
    ctx.tx.put(lobbyHistories, history);
    ctx.schedule(forgetOldMessages, ctx.now + AGE_MAX_MS, history);
    return;
  }
  const ofLobby = pairsOf(message.lobby_id);
  const surplus = (await ctx.tx.count(lobbyMessages, ofLobby)) - limits.lobbyHistory.value;
  if (surplus <= 0) return;
  for (const oldest of await ctx.tx.find(lobbyMessages, { ...ofLobby, limit: surplus })) {
    ctx.tx.delete(lobbyMessages, lobbyMessages.key(oldest));
  }
}

/** Takes away what is too old, and looks again when the next message will be. */
export const forgetOldMessages: JobDeclaration<{ readonly lobby_id: string }> = {
  name: "lobbies.forgetOldMessages",
  async run(ctx, history) {
    const key = lobbyHistories.key(history);
    if ((await ctx.tx.get(lobbyHistories, key)) === undefined) return;
    const all = await ctx.tx.find(lobbyMessages, pairsOf(history.lobby_id));
    const kept = all.filter(({ sentAt }) => sentAt > horizon(ctx.now));
    for (const old of all) {
      if (old.sentAt <= horizon(ctx.now)) ctx.tx.delete(lobbyMessages, lobbyMessages.key(old));
    }
    if (kept.length === 0) return ctx.tx.delete(lobbyHistories, key);
    const next = Math.min(...kept.map(({ sentAt }) => sentAt)) + AGE_MAX_MS;
    ctx.schedule(forgetOldMessages, next, history);
  },
};

/** Takes away every message of a lobby that ends. */
export async function forgetMessages(ctx: Context, lobbyId: string): Promise<void> {
  const key = lobbyHistories.key({ lobby_id: lobbyId });
  if ((await ctx.tx.get(lobbyHistories, key)) === undefined) return;
  ctx.tx.delete(lobbyHistories, key);
  for (const message of await ctx.tx.find(lobbyMessages, pairsOf(lobbyId))) {
    ctx.tx.delete(lobbyMessages, lobbyMessages.key(message));
  }
}
