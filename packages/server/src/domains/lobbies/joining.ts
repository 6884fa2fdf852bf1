// Joining lobbies by a secret, and leaving them. Source: protocol: lobbies-and-sdk 3, 13.
import { limits, MissingLobbyPermissions } from "@antechamber/contract";
import type { LobbyJoinDraft } from "@antechamber/contract/lobbies";
import type { Static } from "@antechamber/contract/schema";
import { ApiError } from "../../platform/api-error.ts";
import type { Context, ReadContext } from "../../platform/context.ts";
import { secretDigest } from "../../platform/crypto.ts";
import { emitUpdate } from "./events.ts";
import {
  blankLobby,
  lobbies,
  looksSame,
  memberChanges,
  secretOfApplication,
  writtenLobby,
  type LobbyRecord,
  type LobbyWithMembers,
  type Metadata,
} from "./lobby.ts";
import { isInTooMany, applyMemberChanges, withMembers } from "./membership.ts";
import { removeMember } from "./operations.ts";

/** The user who joins, and the application whose lobbies they join. */
export interface Joiner {
  readonly applicationId: string;
  readonly userId: string;
}

type Draft = Static<typeof LobbyJoinDraft>;

/**
 * Adds a user to the application's lobby with a secret; the lobby is created if there is none.
 *
 * @throws MissingLobbyPermissions when the lobby is full, or the user is in too many
 * @source protocol: lobbies-and-sdk 3, 13 #5, #8
 */
export async function joinBySecret(
  ctx: Context,
  joiner: Joiner,
  draft: Draft,
): Promise<LobbyWithMembers> {
  const digest = secretDigest(draft.secret);
  const current = await lobbyOfSecret(ctx, joiner.applicationId, digest);
  const before = current ?? newLobby(ctx, joiner, { ...draft, digest });
  const lobby = writtenLobby(before, metadataGiven(draft.lobby_metadata));
  const { members } = await withMembers(ctx, lobby);
  const entry = { id: joiner.userId, ...metadataGiven(draft.member_metadata) };
  const changes = memberChanges({ lobby, members }, { write: [entry], remove: [] });
  const isNewHere = changes.added.length > 0;
  if (isNewHere) await refuseWithoutPlace(ctx, joiner, changes.after.length);
  ctx.tx.put(lobbies, lobby);
  const after = await applyMemberChanges(ctx, lobby, changes);
  if (!looksSame(before, lobby)) emitUpdate(ctx, after, changes.stayed);
  return after;
}

/** Clients without metadata send null, which must not delete the metadata of others. */
function metadataGiven(metadata: Metadata | null | undefined): { readonly metadata?: Metadata } {
  return metadata === null || metadata === undefined ? {} : { metadata };
}

/**
 * The lobby with a secret. Secrets expire after thirty days: the lobby then stays without its
 * secret, and is not returned.
 */
async function lobbyOfSecret(
  ctx: Context,
  applicationId: string,
  digest: string,
): Promise<LobbyRecord | undefined> {
  const lobby = await ctx.tx.lookup(lobbies, "secret", secretOfApplication(applicationId, digest));
  if (lobby === undefined || (lobby.secretExpiresAt ?? 0) > ctx.now) return lobby;
  ctx.tx.put(lobbies, { ...lobby, secretDigest: null });
  return undefined;
}

function newLobby(
  ctx: Context,
  { applicationId }: Joiner,
  { digest, flags = null, idle_timeout_seconds = null }: Draft & { readonly digest: string },
): LobbyRecord {
  const identity = { id: ctx.id(), application_id: applicationId, createdAt: ctx.now };
  return {
    ...writtenLobby(blankLobby(identity), { flags, idle_timeout_seconds }),
    secretDigest: digest,
    secretExpiresAt: ctx.now + limits.lobbySecretLife.value,
  };
}

async function refuseWithoutPlace(
  ctx: ReadContext,
  { applicationId, userId }: Joiner,
  memberCount: number,
): Promise<void> {
  const isFull = memberCount > limits.lobbyMembers.value;
  if (isFull || (await isInTooMany(ctx, applicationId, userId))) {
    throw new ApiError(MissingLobbyPermissions);
  }
}

/**
 * Removes a player from a lobby that was created by a secret; succeeds when they are not in it.
 *
 * @throws MissingLobbyPermissions for a lobby that the application created
 * @source protocol: lobbies-and-sdk 3, 13 #7
 */
export async function leaveLobby(ctx: Context, lobby: LobbyRecord, userId: string): Promise<void> {
  if (lobby.secretExpiresAt === null) throw new ApiError(MissingLobbyPermissions);
  await removeMember(ctx, lobby, userId);
}
