// A process without all roles rejects calls for the roles it lacks: a load balancer in front routes
// each call to a process with its role. Source: product.md, Commands: --roles.
import type { ProcessRole } from "../../../platform/processes/process-roles.ts";
import type { Closed, Guard } from "./entrance.ts";

/** Served by every process: liveness, readiness and metrics. */
const ofEveryProcess = /^\/(healthz|readyz|metrics)([?/]|$)/;

/** @param roles the roles of this process */
export function roleGuard(roles: readonly ProcessRole[]): Guard {
  const noGateway = roles.includes("gateway") ? undefined : missing("gateway", roles);
  const noApi = roles.includes("api") ? undefined : missing("api", roles);
  return ({ headers, url = "/" }) => {
    if (headers.upgrade !== undefined) return noGateway;
    return ofEveryProcess.test(url) ? undefined : noApi;
  };
}

function missing(role: ProcessRole, roles: readonly ProcessRole[]): Closed {
  const message = `This process has the ${roles.length === 1 ? "role" : "roles"} ${roles.join(", ")}. Send this to one that has the role ${role}.`;
  return { name: "RoleElsewhere", source: "product.md, Commands", status: 503, message };
}
