// Grants and deletes entitlements, and sends the events to the application's gateway sessions and
// webhook. Source: protocol: gateway-oauth-limits 4.16, lobbies-and-sdk 10.3.
import {
  EntitlementCreate,
  EntitlementDelete,
  EntitlementUpdate,
} from "@antechamber/contract/entitlements";
import type { WebhookEventType } from "@antechamber/contract/webhooks";
import type { Context } from "../../platform/context.ts";
import { recordWebhookEvent } from "../webhooks/outbox.ts";
import { entitlements, entitlementView, type EntitlementRecord } from "./entitlement.ts";

type EntitlementEvent =
  | typeof EntitlementCreate
  | typeof EntitlementUpdate
  | typeof EntitlementDelete;

async function announce(
  ctx: Context,
  event: EntitlementEvent,
  entitlement: EntitlementRecord,
): Promise<void> {
  const { application_id, id } = entitlement;
  const data = entitlementView(entitlement);
  ctx.emit(event, { kind: "application", application_id }, data);
  const type: WebhookEventType = event.name;
  await recordWebhookEvent(ctx, { application_id, type, data, resource: `entitlement:${id}` });
}

/** Grants an entitlement. */
export async function grant(
  ctx: Context,
  draft: Omit<EntitlementRecord, "id">,
): Promise<EntitlementRecord> {
  const entitlement = { ...draft, id: ctx.id() };
  ctx.tx.put(entitlements, entitlement);
  await emitGrant(ctx, entitlement);
  return entitlement;
}

/** Emits the events of an entitlement that was just stored. */
export function emitGrant(ctx: Context, entitlement: EntitlementRecord): Promise<void> {
  return announce(ctx, EntitlementCreate, entitlement);
}

/** Stores a changed entitlement and emits the change. */
export async function changeEntitlement(ctx: Context, after: EntitlementRecord): Promise<void> {
  ctx.tx.put(entitlements, after);
  await announce(ctx, EntitlementUpdate, after);
}

/** Deletes an entitlement: the record is kept, marked as deleted. */
export async function withdraw(ctx: Context, entitlement: EntitlementRecord): Promise<void> {
  if (entitlement.deleted) return;
  const after = { ...entitlement, deleted: true };
  ctx.tx.put(entitlements, after);
  await announce(ctx, EntitlementDelete, after);
}
