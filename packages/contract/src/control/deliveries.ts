// Deliveries to applications' endpoints, sent and pending. Source: product.md, Control plane.
import { control } from "../auth.ts";
import { endpoint } from "../endpoint.ts";
import { error } from "../error.ts";
import {
  integer,
  list,
  nullable,
  object,
  Snowflake,
  text,
  Timestamp,
  word,
} from "../schema/values.ts";
import { listEndpoint } from "./paging.ts";

const source = "product.md, Control plane";

export const UnknownDelivery = error({
  name: "UnknownDelivery",
  status: 404,
  code: 0,
  message: "Unknown delivery",
  source,
});

export const DeliveredOnce = error({
  name: "DeliveredOnce",
  status: 409,
  code: 0,
  message: "An interaction is delivered once; only webhook events can be delivered again",
  source,
});

export const NowhereToDeliver = error({
  name: "NowhereToDeliver",
  status: 409,
  code: 0,
  message:
    "The application receives no webhook events: it has no URL for them, or they are disabled",
  source,
});

/** One attempt to deliver. */
const DeliveryAttempt = object({
  at: Timestamp,
  /** Real milliseconds that the attempt took. */
  ms: integer({ min: 0 }),
  /** The HTTP status of the response; null without a response. */
  status: nullable(integer()),
  /** What failed; null if nothing did. */
  error: nullable(text()),
});

/** A signed POST of an event or an interaction. */
export const DeliveryItem = object({
  id: Snowflake,
  kind: word(["event", "interaction"]),
  /** The event's name, or the name of the interaction's type. */
  type: text(),
  application: Snowflake,
  /** The address of the endpoint; null if there is none. */
  url: nullable(text()),
  state: word(["waiting", "sending", "delivered", "failed"]),
  /** The most recent attempts. */
  attempts: list(DeliveryAttempt),
  /**
   * When the next attempt is due; null while earlier deliveries come first, and once it is
   * finished.
   */
  next_attempt_at: nullable(Timestamp),
  /** The delivery that this one repeats. */
  redelivers: nullable(Snowflake),
});

export const listDeliveries = listEndpoint("deliveries", {
  summary:
    "List the events that wait for delivery, and the events and interactions that were delivered or failed within the last hour, oldest first.",
  item: DeliveryItem,
});

/** The queue of events about one resource, which are delivered in order. */
export const QueueItem = object({
  application: Snowflake,
  /** The id of the user or other resource that the events are about. */
  resource: text(),
  /** The address for the first event; null if there is none. */
  url: nullable(text()),
  /** The number of queued events, including the one that is being sent. */
  waiting: integer({ min: 0 }),
  /** How often the first event was attempted. */
  attempts: integer({ min: 0 }),
  /** When the first event is attempted next; null while it is being sent. */
  next_attempt_at: nullable(Timestamp),
});

export const listQueues = listEndpoint("queues", {
  summary:
    "List the queues of events that wait for delivery, one for each resource of an application: how many wait, and when the first is attempted next. The earliest attempt comes first.",
  item: QueueItem,
});

export const redeliver = endpoint({
  id: "control.deliveries.redeliver",
  source,
  summary:
    "Deliver an event again, after the waiting events of its resource; an event that is still waiting is attempted at once.",
  method: "POST",
  plane: "control",
  path: "/deliveries/{delivery_id}/redeliver",
  auth: [control],
  replies: { 202: object({ delivery: DeliveryItem }) },
  errors: [UnknownDelivery, DeliveredOnce, NowhereToDeliver],
});
