// Verifies periodically that endpoints refuse invalid signatures, and removes those that accept
// them.
// Source: protocol: commands-and-interactions 7, lobbies-and-sdk 10.1, 13 (17).
import { limits } from "@antechamber/contract";
import { snowflakeKey } from "@antechamber/contract/schema";
import { ApplicationEndpointDisabled, EventWebhooksStatus } from "@antechamber/contract/webhooks";
import type { Millis } from "../../platform/clock.ts";
import type { Context, ReadContext } from "../../platform/context.ts";
import { applications, type ApplicationRecord } from "../applications/application.ts";
import type { EndpointKind } from "../applications/endpoint-check.ts";
import { verificationRuns } from "./webhook.ts";

/** An endpoint to verify. */
export interface Probe {
  readonly kind: EndpointKind;
  readonly url: string;
  readonly application: ApplicationRecord;
}

/** When the next round begins; undefined when none is planned or one is due. */
export async function nextProbesAt({ tx, now }: ReadContext): Promise<Millis | undefined> {
  const round = await tx.get(verificationRuns, "probes");
  // If the clock was set back far, the planned round would be too late to wait for.
  const isPlanned =
    round !== undefined && round.due > now && round.due <= now + limits.endpointProbes.value;
  return isPlanned ? round.due : undefined;
}

/** Begins a round of verification if it is due; only one process does. */
export async function beginProbes(
  ctx: Context,
): Promise<{ readonly probes: readonly Probe[]; readonly next: Millis }> {
  const planned = await nextProbesAt(ctx);
  if (planned !== undefined) return { probes: [], next: planned };
  const round = await ctx.tx.get(verificationRuns, "probes");
  const next = ctx.now + limits.endpointProbes.value;
  ctx.tx.put(verificationRuns, { name: "probes", due: next });
  const isDue = round !== undefined && round.due <= ctx.now;
  const all = isDue ? await ctx.tx.find(applications) : [];
  return { probes: all.flatMap(probesOf), next };
}

function probesOf(application: ApplicationRecord): readonly Probe[] {
  const { interactions_endpoint_url: interactions, event_webhooks_url: events } = application;
  return [
    ...(interactions === null
      ? []
      : [{ kind: "interactions", url: interactions, application } as const]),
    ...(events === null ? [] : [{ kind: "events", url: events, application } as const]),
  ];
}

/** Removes an endpoint that accepted an invalid signature, unless it has another URL by now. */
export async function removeEndpoint(ctx: Context, { kind, url, application }: Probe) {
  const current = await ctx.tx.get(applications, snowflakeKey(application.id));
  const now = current === undefined ? [] : probesOf(current);
  if (current === undefined || !now.some((each) => each.kind === kind && each.url === url)) return;
  const without =
    kind === "interactions"
      ? { interactions_endpoint_url: null }
      : {
          event_webhooks_url: null,
          event_webhooks_status: EventWebhooksStatus.DISABLED_BY_SERVICE,
        };
  ctx.tx.put(applications, { ...current, ...without });
  ctx.emit(
    ApplicationEndpointDisabled,
    { kind: "nobody" },
    { application_id: current.id, endpoint: kind, reason: "wrong signature accepted" },
  );
}
