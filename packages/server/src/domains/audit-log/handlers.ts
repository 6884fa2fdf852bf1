import { limits } from "@antechamber/contract";
import { listAuditLog } from "@antechamber/contract/audit-log";
import { handle, reply, type Binding } from "../../platform/handler.ts";
import { requirePermissions, standingIn } from "../guilds/standing.ts";
import { auditLogView } from "./audit-log.ts";
import { auditLogPage } from "./operations.ts";

export const auditLogHandlers: readonly Binding[] = [
  handle(listAuditLog, async (ctx, { params, query }) => {
    const standing = await standingIn(ctx, params.guild_id);
    requirePermissions(standing, "VIEW_AUDIT_LOG");
    const limit = query.limit ?? limits.auditLogPageDefault.value;
    const entries = await auditLogPage(ctx, standing.guild.id, { ...query, limit });
    return reply(200, await auditLogView(ctx, entries));
  }),
];
