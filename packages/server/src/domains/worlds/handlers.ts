import {
  getClock,
  getWorld,
  moveClock,
  OffInProduction,
  resetWorld,
  timestamp,
  type ClockView,
  type Static,
} from "@antechamber/contract";
import { ApiError } from "../../platform/api-error.ts";
import { handle, handleAsync, noContent, reply, type Binding } from "../../platform/handler.ts";
import { exportWorld } from "./export.ts";
import { backToStart, steerClock, type SteeringMeans } from "./operations.ts";

/** What the endpoints of worlds and the clock need of their service. */
export interface WorldMeans extends SteeringMeans {
  readonly production: boolean;
}

/** The endpoints that show and steer the world and the clock. */
export function worldHandlers(means: WorldMeans): Binding[] {
  const { clock } = means;
  const inTurn = turns();

  function clockView(): Static<typeof ClockView> {
    return { now: timestamp(clock.now()), frozen: clock.state().frozen };
  }
  function refuseInProduction(): void {
    if (means.production) throw new ApiError(OffInProduction);
  }

  return [
    handle(getWorld, async (ctx) => reply(200, await exportWorld(ctx))),
    handleAsync(resetWorld, async ({ work }) => {
      refuseInProduction();
      await inTurn(() => backToStart(means, work));
      return noContent;
    }),
    handle(getClock, async () => reply(200, clockView())),
    handleAsync(moveClock, async ({ work }, { body }) => {
      refuseInProduction();
      const move = body();
      return inTurn(async () => {
        await steerClock(means, work, move);
        return reply(200, clockView());
      });
    }),
  ];
}

/**
 * Runs one at a time, in the order of asking: two moves of a clock would each undo half of the
 * other.
 */
function turns(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const turn = last.then(task);
    last = turn.catch(() => undefined);
    return turn;
  };
}
