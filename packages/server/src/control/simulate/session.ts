// Tokens with which clients sign in as simulated users. Source: product.md, Control plane.
import { openSession } from "@antechamber/contract/control";
import { timestamp } from "@antechamber/contract/schema";
import { actingUser } from "../../domains/users/acting-user.ts";
import { issueSessionToken } from "../../domains/users/session-tokens.ts";
import { handle, reply, type Binding } from "../../platform/handler.ts";

/** The handler that issues a token valid for an hour. */
export const sessionHandlers: readonly Binding[] = [
  handle(openSession, async (ctx, { params }) => {
    const user = await actingUser(ctx, params.user);
    const { token, expiresAt } = await issueSessionToken(ctx, user);
    return reply(201, { token, expires_at: timestamp(expiresAt) });
  }),
];
