// Making, reviewing and withdrawing requests to join a guild.
// Source: protocol: join-requests 1 to 3.
import { holds, limits, MissingAccess, NotFound } from "@antechamber/contract";
import { AlreadyAMember, NoJoinRequests } from "@antechamber/contract/control";
import {
  GuildJoinRequestCreate,
  GuildJoinRequestDelete,
  GuildJoinRequestUpdate,
  joinRequestFeatures,
  OwnJoinRequestCreate,
  OwnJoinRequestDelete,
  OwnJoinRequestUpdate,
  type FormResponses,
  type reviewJoinRequest,
} from "@antechamber/contract/guilds";
import {
  parseTimestamp,
  snowflakeTime,
  timestamp,
  type Static,
} from "@antechamber/contract/schema";
import { ApiError, invalidForm, missingPermission } from "../../../platform/api-error.ts";
import type { Context, ReadContext } from "../../../platform/context.ts";
import { compoundKey } from "../../../platform/records/compound-keys.ts";
import type { UserRecord } from "../../users/user.ts";
import { requireNotBanned } from "../members/bans.ts";
import { emitMemberChange } from "../events.ts";
import { members, type GuildRecord } from "../guild.ts";
import { joinGuild, requireRoomForGuild } from "../members/joining.ts";
import { memberOf } from "../operations.ts";
import { basePermissions, type PermissionContext } from "../permissions.ts";
import { requirePermissions } from "../caller-permissions.ts";
import {
  joinRequests,
  joinRequestsOf,
  joinRequestView,
  type JoinRequestRecord,
} from "./join-request.ts";
import { compareSnowflakes } from "../../../platform/records/storage-keys.ts";

/** True for a guild that reviews applicants. */
function takesRequests({ features }: GuildRecord): boolean {
  return joinRequestFeatures.every((feature) => features.includes(feature));
}

/** Emits a request to its reviewers, and to the applicant. */
async function announce(
  ctx: Context,
  request: JoinRequestRecord,
  was: "new" | "known",
): Promise<void> {
  const { guild_id, user_id, application_status: status } = request;
  const payload = { guild_id, status: status ?? "", request: await joinRequestView(ctx, request) };
  const [all, own] =
    was === "new"
      ? ([GuildJoinRequestCreate, OwnJoinRequestCreate] as const)
      : ([GuildJoinRequestUpdate, OwnJoinRequestUpdate] as const);
  ctx.emit(all, { kind: "guild", guild_id }, payload);
  ctx.emit(own, { kind: "user", user_id }, payload);
}

/** The filters and the page of a list of requests. */
export interface JoinRequestSearch {
  readonly status?: "SUBMITTED" | "APPROVED" | "REJECTED";
  readonly limit?: number;
  readonly before?: string;
  readonly after?: string;
}

/** When a request was reviewed, else when it was made. */
function momentOf({ id, reviewed_at }: JoinRequestRecord): number {
  return parseTimestamp(reviewed_at ?? "") ?? snowflakeTime(id);
}

/** A page of requests of one status, newest first. */
function pageOf(
  all: readonly JoinRequestRecord[],
  { limit = limits.joinRequestPage.value, before, after }: JoinRequestSearch,
): readonly JoinRequestRecord[] {
  // Negative for a request that is older than the id.
  const compareAge = (request: JoinRequestRecord, than: string) =>
    request.reviewed_at === null
      ? compareSnowflakes(request.id, than)
      : momentOf(request) - snowflakeTime(than);
  return all
    .filter((request) => {
      if (after !== undefined) return compareAge(request, after) > 0;
      return before === undefined || compareAge(request, before) < 0;
    })
    .toSorted(
      (one, other) => momentOf(other) - momentOf(one) || compareSnowflakes(other.id, one.id),
    )
    .slice(0, limit);
}

/**
 * The requests that a member may see: with MANAGE_GUILD their number, and with KICK_MEMBERS their
 * content.
 *
 * @throws MissingPermissions, MissingAccess
 */
export async function listRequests(
  ctx: ReadContext,
  actor: PermissionContext,
  search: JoinRequestSearch,
) {
  const own = basePermissions(actor);
  const mayRead = holds(own, "KICK_MEMBERS");
  if (!mayRead && !holds(own, "MANAGE_GUILD")) throw missingPermission("KICK_MEMBERS");
  if (!takesRequests(actor.guild)) throw new ApiError(MissingAccess);
  const { status = "SUBMITTED" } = search;
  const all = await joinRequestsOf(ctx, actor.guild.id);
  const found = all.filter(({ application_status }) => application_status === status);
  const views = pageOf(found, search).map((request) => joinRequestView(ctx, request));
  return {
    ...(status === "SUBMITTED" ? { total: found.length } : {}),
    ...(mayRead ? { guild_join_requests: await Promise.all(views) } : {}),
  };
}

type Review = Static<(typeof reviewJoinRequest)["body"]>;

/**
 * Approves or rejects a request; a request that is already reviewed stays unchanged.
 *
 * @throws MissingPermissions, MissingAccess, NotFound, UserBanned
 */
export async function review(
  ctx: Context,
  actor: PermissionContext,
  { id, read }: { readonly id: string; readonly read: () => Review },
): Promise<JoinRequestRecord> {
  requirePermissions(actor, "KICK_MEMBERS");
  if (!takesRequests(actor.guild)) throw new ApiError(MissingAccess);
  const found = await ctx.tx.find(joinRequests, { index: "id", value: id });
  const request = found.find(({ guild_id }) => guild_id === actor.guild.id);
  if (request === undefined || request.application_status === "STARTED") {
    throw new ApiError(NotFound);
  }
  const { action, rejection_reason: reason = null } = read();
  if (request.application_status !== "SUBMITTED") return request;
  const reviewed: JoinRequestRecord = {
    ...request,
    application_status: action,
    reviewed_at: timestamp(ctx.now),
    rejection_reason: action === "REJECTED" ? reason : null,
    actioned_by: actor.member.user_id,
  };
  ctx.tx.put(joinRequests, reviewed);
  if (action === "APPROVED") await admitApplicant(ctx, reviewed);
  await announce(ctx, reviewed, "known");
  return reviewed;
}

/** Makes the applicant a member, or ends the pending state of a member. */
async function admitApplicant(
  ctx: Context,
  { guild_id, user_id }: JoinRequestRecord,
): Promise<void> {
  const member = await memberOf(ctx, guild_id, user_id);
  if (member === undefined) {
    await requireNotBanned(ctx, guild_id, user_id);
    await requireRoomForGuild(ctx, user_id);
    await joinGuild(ctx, { guild_id, user_id, roles: [] });
    return;
  }
  const approved = { ...member, pending: false };
  ctx.tx.put(members, approved);
  await emitMemberChange(ctx, approved);
}

/** The answers of an application, and whether it is submitted immediately. */
export interface Application {
  readonly form: Static<typeof FormResponses>;
  readonly submit: boolean;
}

/**
 * Requests to join a guild. If the guild allows previews, the applicant becomes a pending member in
 * the meantime.
 *
 * @throws NoJoinRequests, AlreadyAMember, UserBanned, TooManyGuilds, InvalidForm
 */
export async function requestToJoin(
  ctx: Context,
  { user, guild }: { readonly user: UserRecord; readonly guild: GuildRecord },
  { form, submit }: Application,
): Promise<JoinRequestRecord> {
  if (!takesRequests(guild)) throw new ApiError(NoJoinRequests);
  const at = { guild_id: guild.id, user_id: user.id };
  const member = await memberOf(ctx, guild.id, user.id);
  if (member !== undefined && !member.pending) throw new ApiError(AlreadyAMember);
  await requireNotBanned(ctx, guild.id, user.id);
  if (submit) requireAnswers(form);
  const before = await ctx.tx.get(joinRequests, compoundKey(guild.id, user.id));
  const isOpen = before !== undefined && before.reviewed_at === null;
  const request: JoinRequestRecord = {
    id: isOpen ? before.id : ctx.id(),
    ...at,
    created_at: isOpen ? before.created_at : timestamp(ctx.now),
    reviewed_at: null,
    application_status: submit ? "SUBMITTED" : "STARTED",
    rejection_reason: null,
    form_responses: [...form],
    actioned_by: null,
  };
  ctx.tx.put(joinRequests, request);
  if (member === undefined && guild.features.includes("PREVIEW_ENABLED")) {
    await requireRoomForGuild(ctx, user.id);
    await joinGuild(ctx, { ...at, roles: [], profile: { pending: true } });
  }
  await announce(ctx, request, isOpen ? "known" : "new");
  return request;
}

/** @throws InvalidForm for a required field without an answer */
function requireAnswers(form: Application["form"]): void {
  const faults = form.flatMap(({ required, response }, i) => {
    if (required !== true || (response !== undefined && response !== false)) return [];
    const message = "This field is required";
    return [{ path: ["form_responses", i, "response"], code: "BASE_TYPE_REQUIRED", message }];
  });
  if (faults.length > 0) throw invalidForm(...faults);
}

/** Withdraws a request that is not yet reviewed. @throws NotFound */
export async function withdraw(ctx: Context, user: UserRecord, guild: GuildRecord): Promise<void> {
  const key = compoundKey(guild.id, user.id);
  const request = await ctx.tx.get(joinRequests, key);
  if (request === undefined || request.reviewed_at !== null) throw new ApiError(NotFound);
  ctx.tx.delete(joinRequests, key);
  const payload = { id: request.id, guild_id: guild.id, user_id: user.id };
  ctx.emit(GuildJoinRequestDelete, { kind: "guild", guild_id: guild.id }, payload);
  ctx.emit(OwnJoinRequestDelete, { kind: "user", user_id: user.id }, payload);
}
