import type { EndpointDeclaration } from "@antechamber/contract";
import type { EndpointCheck } from "../domains/applications/endpoint-check.ts";
import type { FaultPlan } from "../platform/faults/fault-injection.ts";
import type { Binding } from "../platform/handler.ts";
import { SerialQueue } from "../platform/async/serial-queue.ts";
import { commandCheckHandlers } from "./command-check.ts";
import { decisionHandlers } from "./decisions/decision.ts";
import { decisionBatchHandlers } from "./decisions/batch.ts";
import { entityHandlers } from "./entities/entity-handlers.ts";
import { faultHandlers } from "./faults.ts";
import { probeHandlers } from "./probe.ts";
import { limitHandlers, type LimitHandlerDeps } from "./limits.ts";
import { listHandlers, type ListDeps } from "./lists/list-handlers.ts";
import { simulatedComponentHandlers } from "./simulate/components.ts";
import { invokeHandlers } from "./simulate/invoke.ts";
import { actingHandlers } from "./simulate/message.ts";
import { simulatedBoostHandlers } from "./simulate/boost.ts";
import { joinRequestHandlers } from "./simulate/join-request.ts";
import { linkedRoleHandlers } from "./simulate/linked-role.ts";
import { onboardingHandlers } from "./simulate/onboarding.ts";
import { simulatedReactionHandlers } from "./simulate/reaction.ts";
import { simulatedInterestHandlers } from "./simulate/interest.ts";
import { simulatedSoundHandlers } from "./simulate/sound.ts";
import { sessionHandlers } from "./simulate/session.ts";
import { simulatedVoteHandlers } from "./simulate/vote.ts";
import { snapshotHandlers, type SnapshotHandlerDeps } from "./snapshots/handlers.ts";
import { viewHandlers } from "./view/view.ts";
import { worldHandlers } from "./steering/world-handlers.ts";
import { worldsHandlers, type WorldsDeps } from "./worlds.ts";

export interface ControlDeps extends SnapshotHandlerDeps, ListDeps, WorldsDeps {
  readonly check: EndpointCheck;
  readonly faults: FaultPlan;
  readonly limits: LimitHandlerDeps;
  /** The endpoints into which faults can be injected. */
  readonly endpoints: readonly EndpointDeclaration[];
}

/** Every endpoint of the control plane. */
export function controlHandlers(deps: ControlDeps): readonly Binding[] {
  const moves = new SerialQueue();
  return [
    ...worldHandlers(deps, moves),
    ...snapshotHandlers(deps, moves),
    ...worldsHandlers(deps),
    ...entityHandlers(deps.check),
    ...actingHandlers(deps),
    ...invokeHandlers(deps),
    ...simulatedComponentHandlers(deps),
    ...simulatedReactionHandlers,
    ...simulatedSoundHandlers,
    ...simulatedBoostHandlers,
    ...simulatedInterestHandlers,
    ...simulatedVoteHandlers,
    ...linkedRoleHandlers,
    ...onboardingHandlers,
    ...joinRequestHandlers,
    ...sessionHandlers,
    ...viewHandlers,
    ...listHandlers(deps),
    ...decisionHandlers,
    ...decisionBatchHandlers(deps.slicer),
    ...commandCheckHandlers,
    ...probeHandlers(deps.check),
    ...limitHandlers(deps.limits),
    ...faultHandlers(deps, deps.endpoints),
  ];
}
