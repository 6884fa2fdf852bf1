// Events that a world delivered to an application's webhook.
import type { ControlClient } from "./client/control-client.ts";
import { pause, realNow } from "./client/environment.ts";
import { wholeList } from "./client/whole-list.ts";

/** A delivery of an event, or of an interaction over HTTP, and its state. */
export interface Delivery {
  readonly id: string;
  readonly kind: string;
  readonly application: string;
  readonly state: string;
  readonly attempts: readonly unknown[];
  readonly [field: string]: unknown;
}

/** The deliveries of a world to an application: `world.webhooks("Arena")`. */
export class Webhooks {
  readonly #control: ControlClient;
  /** The application's id. */
  readonly application: string;

  constructor(control: ControlClient, application: string) {
    this.#control = control;
    this.application = application;
  }

  /** All deliveries to the application, including pending ones. */
  async deliveries(): Promise<readonly Delivery[]> {
    const query = { q: this.application };
    const items = await wholeList<Delivery>(this.#control, "GET /deliveries", query);
    return items.filter(({ application }) => application === this.application);
  }

  /** The first delivery that matches; waits for it for a number of real milliseconds. */
  async find(fits: (delivery: Delivery) => boolean, waitMs: number): Promise<Delivery | undefined> {
    const end = realNow() + waitMs;
    for (;;) {
      const found = (await this.deliveries()).find(fits);
      if (found !== undefined || realNow() >= end) return found;
      await pause(5);
    }
  }
}
