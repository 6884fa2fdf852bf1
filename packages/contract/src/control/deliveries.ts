// What was sent, or is to be sent, to applications' endpoints. Source: product.md, Control plane.
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
  message: "An interaction is delivered once; only events can be delivered again",
  source,
});

export const NowhereToDeliver = error({
  name: "NowhereToDeliver",
  status: 409,
  code: 0,
  message: "The application takes no events: it has no address for them, or they are switched off",
  source,
});

/** One try to deliver. */
const DeliveryAttempt = object({
  at: Timestamp,
  /** Real milliseconds until it was over. */
  ms: integer({ min: 0 }),
  /** What the endpoint answered; null without an answer. */
  status: nullable(integer()),
  /** What went wrong; null where nothing did. */
  error: nullable(text()),
});

/** A signed POST of an event, or of an interaction. */
export const DeliveryItem = object({
  id: Snowflake,
  kind: word(["event", "interaction"]),
  /** The event's name; of interactions the name of their type. */
  type: text(),
  application: Snowflake,
  /** Where it goes, or went; null while it goes nowhere. */
  url: nullable(text()),
  state: word(["waiting", "sending", "delivered", "failed"]),
  /** The newest of them. */
  attempts: list(DeliveryAttempt),
  /** When it is tried next; null while others are before it, and when it is over. */
  next_attempt_at: nullable(Timestamp),
  /** The delivery that this one repeats. */
  redelivers: nullable(Snowflake),
});

export const listDeliveries = listEndpoint("deliveries", {
  summary:
    "Events that wait for their endpoints, and what became of events and interactions within the last hour, the newest last.",
  item: DeliveryItem,
});

/** Events about one resource, which are delivered in their order. */
export const QueueItem = object({
  application: Snowflake,
  /** What the events are about: a user's id, or another thing's. */
  resource: text(),
  /** Where the first of them goes; null while it goes nowhere. */
  url: nullable(text()),
  /** How many wait, the one that is being sent among them. */
  waiting: integer({ min: 0 }),
  /** How often the first of them was tried. */
  attempts: integer({ min: 0 }),
  /** When the first of them is tried next; null while it is being sent. */
  next_attempt_at: nullable(Timestamp),
});

export const listQueues = listEndpoint("queues", {
  summary:
    "Queues of events that wait for their endpoints, one for each resource of an application: how many wait, and when the first of them is tried next. The next one first.",
  item: QueueItem,
});

export const redeliver = endpoint({
  id: "control.deliveries.redeliver",
  source,
  summary:
    "Deliver an event once more, behind those of its resource that wait; one that waits itself is tried at once.",
  method: "POST",
  plane: "control",
  path: "/deliveries/{delivery_id}/redeliver",
  auth: [control],
  replies: { 202: object({ delivery: DeliveryItem }) },
  errors: [UnknownDelivery, DeliveredOnce, NowhereToDeliver],
});
