// Whether a user may use a command, and why, asked through the control plane.
// Source: product.md, Control plane.
import { UnknownCommand } from "@antechamber/contract";
import { getDecision } from "@antechamber/contract/control";
import { ApiError } from "../../platform/api-error.ts";
import { handle, reply, type Binding } from "../../platform/handler.ts";
import { referencedApplication } from "../../domains/applications/references.ts";
import { decide } from "../../domains/commands/permissions/access.ts";
import { findCommandOrParent } from "../../domains/commands/resolve-command.ts";
import { actingUser } from "../../domains/users/acting-user.ts";
import { commandQueryFor, surfaceFor } from "../../domains/interactions/command-query.ts";
import {
  interactionContextOf,
  situationIn,
} from "../../domains/interactions/interaction-context.ts";
import { channelToLookAt } from "../simulate/references.ts";

export const decisionHandlers: readonly Binding[] = [
  handle(getDecision, async (ctx, { query }) => {
    const user = await actingUser(ctx, query.user);
    const at = { text: query.application, path: ["application"] };
    const application = await referencedApplication(ctx, at);
    const { channel: place, guild, target } = query;
    const channel = await channelToLookAt(ctx, { user, channel: place, guild });
    const named = { applicationId: application.id, channel, command: query.command, target };
    const command = await findCommandOrParent(ctx, await commandQueryFor(ctx, named));
    if (command === undefined) throw new ApiError(UnknownCommand);
    const context = await interactionContextOf(ctx, { user, application, channel });
    const surface = surfaceFor(command, target);
    const { denial, trace } = decide(await situationIn(ctx, context, { command, surface }));
    const outcome = denial ?? "ALLOWED";
    return reply(200, { allowed: denial === undefined, outcome, decision: [...trace] });
  }),
];
