import { limits } from "@antechamber/contract";
import { listAuditLog } from "@antechamber/contract/audit-log";
import { handle, reply, type Binding } from "../../platform/handler.ts";
import { permissionContextIn, requirePermissions } from "../guilds/caller-permissions.ts";
import { auditLogView } from "./audit-log.ts";
import { auditLogPage } from "./operations.ts";

export const auditLogHandlers: readonly Binding[] = [
  handle(listAuditLog, async (ctx, { params, query }) => {
    const permissionContext = await permissionContextIn(ctx, params.guild_id);
    requirePermissions(permissionContext, "VIEW_AUDIT_LOG");
    const limit = query.limit ?? limits.auditLogPageDefault.value;
    const entries = await auditLogPage(ctx, permissionContext.guild.id, { ...query, limit });
    return reply(200, await auditLogView(ctx, entries));
  }),
];
