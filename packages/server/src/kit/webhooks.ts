// Events that a world delivered to an application's webhook.
import { segment, type ControlClient } from "./client/control-client.ts";
import { pause, realNow } from "./client/environment.ts";
import { wholeList } from "./client/whole-list.ts";
import type { Acts } from "./actors/acts.ts";

/** A delivery of an event, or of an interaction over HTTP, and its state. */
export interface Delivery {
  readonly id: string;
  readonly kind: string;
  readonly application: string;
  readonly state: string;
  /** The most recent attempts, with the status of the response or what failed. */
  readonly attempts: readonly {
    readonly status: number | null;
    readonly error: string | null;
    readonly [field: string]: unknown;
  }[];
  readonly [field: string]: unknown;
}

/** What an application subscribed to, in the control plane. */
interface Subscriber {
  readonly name: string;
  readonly event_webhooks?: { readonly url?: string; readonly types?: readonly string[] };
}

/** The deliveries of a world to an application: `world.webhooks("Arena")`. */
export class Webhooks {
  readonly #control: ControlClient;
  readonly #acts: Pick<Acts, "follow">;
  /** The application's id. */
  readonly application: string;

  constructor(control: ControlClient, acts: Pick<Acts, "follow">, application: string) {
    this.#control = control;
    this.#acts = acts;
    this.application = application;
  }

  /** All deliveries to the application, including pending ones. */
  deliveries(): Promise<readonly Delivery[]> {
    return this.#acts.follow(async () => {
      const query = { q: this.application };
      const items = await wholeList<Delivery>(this.#control, "GET /deliveries", query);
      return items.filter(({ application }) => application === this.application);
    });
  }

  /** Why no event of a type would be delivered, in lines of a failure; empty if it would be. */
  reasonForNone(type: string): Promise<readonly string[]> {
    return this.#acts.follow(async () => {
      const path = `GET /applications/${segment(this.application)}`;
      const { name, event_webhooks: webhooks = {} } = await this.#control.call<Subscriber>(path);
      const { url, types = [] } = webhooks;
      if (url === undefined) return [`  ${name} has no event_webhooks: { url, types }`];
      if (types.includes(type)) return [];
      return [`  ${name} gets no ${type}: the types of its event_webhooks are ${types.join(", ")}`];
    });
  }

  /** The first delivery that matches; waits for it for a number of real milliseconds. */
  find(fits: (delivery: Delivery) => boolean, waitMs: number): Promise<Delivery | undefined> {
    return this.#acts.follow(async () => {
      const end = realNow() + waitMs;
      for (;;) {
        const found = (await this.deliveries()).find(fits);
        if (found !== undefined || realNow() >= end) return found;
        await pause(5);
      }
    });
  }
}
