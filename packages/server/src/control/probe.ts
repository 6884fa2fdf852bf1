// Sends a PING to an application's endpoint and reports the answer, through the control plane.
// Source: product.md, Control plane.
import { getVerifyKey, NoSuchEndpoint, probeApplication } from "@antechamber/contract/control";
import { endpointUrl, type EndpointCheck } from "../domains/applications/endpoint-check.ts";
import { referencedApplication } from "../domains/applications/references.ts";
import { ApiError } from "../platform/api-error.ts";
import { handle, handleAsync, reply, type Binding } from "../platform/handler.ts";
import type { OutboundResult } from "../platform/outbound.ts";

function pingView(result: OutboundResult, passes: boolean) {
  switch (result.kind) {
    case "answered":
      return { status: result.status, error: null, passes };
    case "timedOut":
      return { status: null, error: "no answer in time", passes };
    case "failed":
      return { status: null, error: result.reason, passes };
  }
}

/**
 * The endpoints that probe an application's URL, as setting a new URL does, and return its public
 * key.
 */
export function probeHandlers(check: EndpointCheck): readonly Binding[] {
  return [
    handle(getVerifyKey, async (ctx, { params }) => {
      const named = { text: params.application, path: ["application"] };
      const { verify_key } = await referencedApplication(ctx, named);
      return reply(200, { verify_key });
    }),
    handleAsync(probeApplication, async ({ work }, { params, body }) => {
      const named = { text: params.application, path: ["application"] };
      const application = await work.read((ctx) => referencedApplication(ctx, named));
      const kind = body().endpoint;
      const url = endpointUrl(application, kind);
      if (url === null) throw new ApiError(NoSuchEndpoint);
      const { good, bad, isGood, isRefused } = await check.ask(work, { kind, url, application });
      const answers = {
        signed_well: pingView(good, isGood),
        signed_wrongly: pingView(bad, isRefused),
      };
      return reply(200, { url, ...answers });
    }),
  ];
}
