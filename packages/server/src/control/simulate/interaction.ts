// Sends an interaction as a simulated user, and waits for its outcome. Source: product.md,
// Simulated users.
import { invokeWait, type InvocationOutcome } from "@antechamber/contract/control";
import type { Static } from "@antechamber/contract/schema";
import type { Context, ReadContext } from "../../platform/context.ts";
import { definedFields } from "../../platform/defined-fields.ts";
import type { AsyncContext } from "../../platform/handler.ts";
import { wholeViewer } from "../../domains/messages/readable.ts";
import type { Sending } from "../../domains/interactions/operations.ts";
import type { OutcomeView, OutcomeWaits } from "./wait-for-outcome.ts";

type Answer = Static<typeof InvocationOutcome>;

/** How long a call waits, and until which outcome. */
interface Waiting {
  readonly until?: "acknowledged";
  readonly wait?: number;
}

/** Sends an interaction and waits for its outcome, outside any transaction. */
export async function simulate(
  waits: OutcomeWaits,
  { work, whenGone }: Pick<AsyncContext, "work" | "whenGone">,
  act: {
    readonly send: (ctx: Context) => Promise<Sending>;
    /** Called after the interaction was sent; by then the form is known to be valid. */
    readonly waiting: () => Waiting;
  },
): Promise<Answer> {
  const follower = waits.begin();
  try {
    const sending = await work.transaction(async (ctx) => {
      const made = await act.send(ctx);
      if (made.kind === "sent") follower.expect(made.interaction.id);
      return made;
    });
    if (sending.kind === "denied") return denied(sending);
    const { wait = invokeWait.defaultMs, until } = act.waiting();
    return await follower.outcome(work, {
      interactionId: sending.interaction.id,
      isPending: sending.interaction.progress.state === "pending",
      untilAcknowledged: until === "acknowledged",
      waitMs: wait,
      whenGone,
      show: (ctx, outcome) => outcomeView(ctx, sending, outcome),
    });
  } finally {
    follower.stop();
  }
}

function denied({ trace, needs }: Extract<Sending, { kind: "denied" }>): Answer {
  return {
    interaction: null,
    outcome: "denied",
    messages: [],
    needs: { permission: [...needs] },
    decision: [...trace],
  };
}

async function outcomeView(
  ctx: ReadContext,
  { interaction, trace }: Extract<Sending, { kind: "sent" }>,
  { outcome, deferred, messages, response, cause }: OutcomeView,
): Promise<Answer> {
  const { modal, choices, activityInstanceId } = response ?? {};
  return {
    interaction: interaction.id,
    outcome,
    ...(deferred ? { deferred } : {}),
    messages: await Promise.all(messages.map(wholeViewer(ctx, interaction.user_id))),
    ...definedFields({ modal, choices, activity_instance_id: activityInstanceId, reason: cause }),
    decision: [...trace],
  };
}
