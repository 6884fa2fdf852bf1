// Events that a world posted to an application's webhook.
import type { ControlClient } from "./client/control-client.ts";
import { pause, realNow } from "./client/environment.ts";

/** An event, or an interaction sent by HTTP, and what became of it. */
export interface Delivery {
  readonly id: string;
  readonly kind: string;
  readonly application: string;
  readonly state: string;
  readonly attempts: readonly unknown[];
  readonly [field: string]: unknown;
}

/** What a world posts to an application: `world.webhooks("Arena")`. */
export class Webhooks {
  readonly #control: ControlClient;
  /** Its id. */
  readonly application: string;

  constructor(control: ControlClient, application: string) {
    this.#control = control;
    this.application = application;
  }

  /** Everything that was posted to the application, or waits to be. */
  async deliveries(): Promise<readonly Delivery[]> {
    const { items } = await this.#control.call<{ items: Delivery[] }>("GET /deliveries", {
      query: { q: this.application, limit: 1000 },
    });
    return items.filter(({ application }) => application === this.application);
  }

  /** The first delivery that fits, waiting for it at most so many real milliseconds. */
  async find(fits: (delivery: Delivery) => boolean, waitMs: number): Promise<Delivery | undefined> {
    const end = realNow() + waitMs;
    for (;;) {
      const found = (await this.deliveries()).find(fits);
      if (found !== undefined || realNow() >= end) return found;
      await pause(5);
    }
  }
}
