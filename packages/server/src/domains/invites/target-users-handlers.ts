// The endpoints of an invite's target users.
// Source: protocol: lobbies-and-sdk 9.
import { limits, type PermissionName } from "@antechamber/contract";
import {
  addInviteTargetUser,
  addInviteTargetUsers,
  getInviteTargetUsers,
  getInviteTargetUsersJob,
  removeInviteTargetUser,
  removeInviteTargetUsers,
  setInviteTargetUsers,
  TargetUsersStatus,
  UnknownTargetUsers,
  UnknownTargetUsersJob,
} from "@antechamber/contract/guilds";
import { timestamp } from "@antechamber/contract/schema";
import { ApiError, invalidForm } from "../../platform/api-error.ts";
import type { Context, WithCaller } from "../../platform/context.ts";
import { handle, noContent, reply, type Binding } from "../../platform/handler.ts";
import { basePermissions } from "../guilds/permissions.ts";
import { ownPermissionContext, requireOneOf } from "../guilds/caller-permissions.ts";
import { callerUserId, userOf } from "../users/operations.ts";
import {
  inviteReaders,
  inviteTargets,
  type InviteRecord,
  type TargetUsersRecord,
} from "./invite.ts";
import { requiredFile, requireTargetUsers, targetUsersCsv, targetUsersIn } from "./target-users.ts";
import { inviteOf } from "./vanity-url.ts";

/** The invite in a path, if the caller created it or has one of the permissions in its guild. */
async function inviteFor(
  ctx: WithCaller,
  code: string,
  ...names: readonly PermissionName[]
): Promise<InviteRecord> {
  const invite = await inviteOf(ctx, code);
  if (invite.inviter_id !== undefined && invite.inviter_id === callerUserId(ctx.caller))
    return invite;
  const permissionContext = await ownPermissionContext(ctx, invite.guild_id);
  requireOneOf(basePermissions(permissionContext), ...names);
  return invite;
}

/** An invite's target users, if the caller may read them; undefined for an invite for everyone. */
async function readableTargets(ctx: WithCaller, code: string) {
  const invite = await inviteFor(ctx, code, ...inviteReaders);
  return ctx.tx.get(inviteTargets, invite.code);
}

/** An invite's target users, if the caller may change them. @throws UnknownTargetUsers */
async function targetsToChange(ctx: WithCaller, code: string): Promise<TargetUsersRecord> {
  const invite = await inviteFor(ctx, code, "MANAGE_GUILD");
  const targets = await ctx.tx.get(inviteTargets, invite.code);
  if (targets === undefined) throw new ApiError(UnknownTargetUsers);
  return targets;
}

/** Stores target users without repetitions. @throws InvalidForm when there are too many */
function changeTargets(ctx: Context, targets: TargetUsersRecord, ids: readonly string[]): void {
  const user_ids = [...new Set(ids)];
  const max = limits.inviteTargetUsers.value;
  if (user_ids.length > max) {
    const message = `Must be ${max} or fewer in length.`;
    throw invalidForm({ path: ["user_ids"], code: "BASE_TYPE_MAX_LENGTH", message });
  }
  ctx.tx.put(inviteTargets, { ...targets, user_ids });
}

export const targetUsersHandlers: readonly Binding[] = [
  handle(getInviteTargetUsers, async (ctx, { params }) => {
    const targets = await readableTargets(ctx, params.code);
    if (targets === undefined) throw new ApiError(UnknownTargetUsers);
    return reply(200, targetUsersCsv(targets.user_ids));
  }),

  handle(setInviteTargetUsers, async (ctx, { params, body, files }) => {
    const { code } = await targetsToChange(ctx, params.code);
    body();
    const user_ids = await targetUsersIn(ctx, requiredFile(files));
    ctx.tx.put(inviteTargets, { code, user_ids, created_at: timestamp(ctx.now) });
    return noContent;
  }),

  handle(addInviteTargetUser, async (ctx, { params }) => {
    const targets = await targetsToChange(ctx, params.code);
    await userOf(ctx, params.user_id);
    changeTargets(ctx, targets, [...targets.user_ids, params.user_id]);
    return noContent;
  }),

  handle(removeInviteTargetUser, async (ctx, { params }) => {
    const targets = await targetsToChange(ctx, params.code);
    changeTargets(
      ctx,
      targets,
      targets.user_ids.filter((id) => id !== params.user_id),
    );
    return noContent;
  }),

  handle(addInviteTargetUsers, async (ctx, { params, body }) => {
    const targets = await targetsToChange(ctx, params.code);
    const { user_ids } = body();
    await requireTargetUsers(ctx, user_ids, "user_ids");
    changeTargets(ctx, targets, [...targets.user_ids, ...user_ids]);
    return noContent;
  }),

  handle(removeInviteTargetUsers, async (ctx, { params, body }) => {
    const targets = await targetsToChange(ctx, params.code);
    const gone = new Set(body().user_ids);
    changeTargets(
      ctx,
      targets,
      targets.user_ids.filter((id) => !gone.has(id)),
    );
    return noContent;
  }),

  handle(getInviteTargetUsersJob, async (ctx, { params }) => {
    const targets = await readableTargets(ctx, params.code);
    if (targets === undefined) throw new ApiError(UnknownTargetUsersJob);
    const { length } = targets.user_ids;
    return reply(200, {
      // The list is processed within the call that uploads it.
      status: TargetUsersStatus.COMPLETED,
      total_users: length,
      processed_users: length,
      created_at: targets.created_at,
      completed_at: targets.created_at,
      error_message: null,
    });
  }),
];
