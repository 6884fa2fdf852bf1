import {
  getClock,
  getWorld,
  moveClock,
  resetWorld,
  type ClockView,
} from "@antechamber/contract/control";
import { timestamp, type Static } from "@antechamber/contract/schema";
import { handle, handleAsync, noContent, reply, type Binding } from "../platform/handler.ts";
import { SerialQueue } from "../platform/serial-queue.ts";
import { exportWorld } from "./world-file/export.ts";
import { backToStart, steerClock, type SteeringDeps } from "./world-operations.ts";

/** The endpoints that show and steer the world and the clock. */
export function worldHandlers(means: SteeringDeps): Binding[] {
  const { clock } = means;
  // One at a time: two moves of the clock would each undo half of the other.
  const moves = new SerialQueue();

  function clockView(): Static<typeof ClockView> {
    return { now: timestamp(clock.now()), frozen: clock.state().frozen };
  }

  return [
    handle(getWorld, async (ctx, { query: { without = [] } }) => {
      const [messages, files] = [without.includes("messages"), without.includes("files")];
      return reply(200, await exportWorld(ctx, { messages, files }));
    }),
    handleAsync(resetWorld, async ({ work }) => {
      await moves.run(() => backToStart(means, work));
      return noContent;
    }),
    handle(getClock, async () => reply(200, clockView())),
    handleAsync(moveClock, async ({ work }, { body }) => {
      const move = body();
      return moves.run(async () => {
        await steerClock(means, work, move);
        return reply(200, clockView());
      });
    }),
  ];
}
