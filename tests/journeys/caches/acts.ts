// All random acts of a run, with their weights.
import { channelActs } from "./channel-acts.ts";
import { featureActs } from "./feature-acts.ts";
import { guildActs } from "./guild-acts.ts";
import { memberActs } from "./member-acts.ts";
import { messageActs } from "./message-acts.ts";
import type { Act, Stage } from "./stage.ts";

export const acts: readonly Act[] = [
  ...channelActs,
  ...guildActs,
  ...memberActs,
  ...messageActs,
  ...featureActs,
];

/** Draws an act by its weight. */
export function drawAct({ dice }: Stage): Act {
  const tickets = acts.flatMap((act) => Array<Act>(act.weight).fill(act));
  const act = dice.of(tickets);
  if (act === undefined) throw new Error("there is nothing to do");
  return act;
}
