// Faults that an operator or a test injects. Source: product.md, Control plane.
import { control } from "../auth.ts";
import { endpoint, none } from "../endpoint.ts";
import { error, InvalidForm, UnknownApplication, UnknownUser } from "../error.ts";
import { limits } from "../limits/limits.ts";
import {
  anything,
  Bool,
  double,
  integer,
  namedFields,
  object,
  optional,
  refine,
  Snowflake,
  text,
  word,
  type Report,
} from "../schema/values.ts";
import { pageFields, pageSchema } from "./paging.ts";
import { Reference } from "./world-file/kinds.ts";

const source = "product.md, Control plane";

export const UnknownFault = error({
  name: "UnknownFault",
  status: 404,
  code: 0,
  message: "Unknown fault",
  source,
});

export const TooManyFaults = error({
  name: "TooManyFaults",
  status: 400,
  code: 0,
  message: `Maximum number of active faults reached (${limits.activeFaults.value})`,
  source,
});

/** The calls or sessions that a fault is injected into; an absent field matches anything. */
const FaultMatch = object({
  /** The caller's application, or the one in the path of an endpoint without authentication. */
  application: optional(Reference),
  /** The caller's user; a bot's user has its application's id. */
  user: optional(Reference),
  method: optional(word(["GET", "POST", "PUT", "PATCH", "DELETE"])),
  /** An endpoint's id or its path template: `lobbies.create`, `/lobbies/{lobby_id}`. */
  route: optional(text({ min: 1, max: 200 })),
  /** The probability of injecting the fault into a match; absent: 1. */
  probability: optional(double({ min: 0, max: 1 })),
  /** How many more times the fault is injected; absent: 1. */
  count: optional(integer({ min: 1, max: limits.faultCount.value })),
});

/** True or absent. */
const Yes = refine(Bool, (value, report) => {
  if (!value) report([], "BASE_TYPE_CHOICES", "Value must be one of {true}.");
});

const DelayMs = integer({ min: 0, max: limits.faultDelay.value });

/** How a call fails. A delay alone makes a call slow, but lets it succeed. */
const HttpFault = refine(
  object({
    /** Absent, with a body: 500. */
    status: optional(integer({ min: 200, max: 599 })),
    /** Text is sent as HTML, anything else as JSON; absent: the status in the API's error format. */
    body: optional(anything()),
    /** Real milliseconds to wait before anything else. */
    delay_ms: optional(DelayMs),
    rate_limit: optional(
      object({
        /** Seconds. */
        retry_after: double({ min: 0, max: limits.faultRetryAfter.value }),
        scope: optional(word(["user", "global", "shared"])),
      }),
    ),
    /** Closes the connection without a response. */
    drop: optional(Yes),
  }),
  (fault, report, isInvalid) => {
    const named = namedFields(fault, Object.keys(HttpFault.properties), isInvalid);
    const ends = [["status", "body"], ["rate_limit"], ["drop"]] as const;
    const answers = ends.filter((fields) => fields.some((field) => named.includes(field)));
    if (answers.length > 1) oneOf("status and body, rate_limit, drop", report);
    if (named.length === 0) oneOf("status, body, delay_ms, rate_limit, drop", report);
  },
);

/** How a session fails. */
const GatewayFault = refine(
  object({
    /** Closes the connection with this code. */
    close_code: optional(
      refine(integer({ min: 1000, max: 4999 }), (code, report) => {
        if (isCloseCode(code)) return;
        report([], "BASE_TYPE_CHOICES", "No connection can be closed with this code.");
      }),
    ),
    /** Requests a reconnect (op 7). */
    reconnect: optional(Yes),
    /** Invalidates the session (op 9); the value says whether it may be resumed. */
    invalid_session: optional(Bool),
    /** Closes the connection without a close frame. */
    drop: optional(Yes),
    /** Stops acknowledging the heartbeats of the connection. */
    silent: optional(Yes),
    /** Delays an event, and all that follow it, by real milliseconds. */
    delay_ms: optional(DelayMs),
    /** Sends an event twice with the same sequence number. */
    duplicate: optional(Yes),
  }),
  (fault, report, isInvalid) => {
    const fields = Object.keys(GatewayFault.properties);
    const named = namedFields(fault, fields, isInvalid);
    if (named.length !== 1) oneOf(fields.join(", "), report);
  },
);

function oneOf(names: string, report: Report): void {
  report([], "BASE_TYPE_CHOICES", `One of these must be given: ${names}.`);
}

/** The close codes that a WebSocket server may send. */
function isCloseCode(code: number): boolean {
  if (code >= 3000) return true;
  return code <= 1014 && ![1004, 1005, 1006].includes(code);
}

/** A fault to inject, into calls or into sessions. */
export const FaultForm = refine(
  object({
    match: FaultMatch,
    http: optional(HttpFault),
    gateway: optional(GatewayFault),
  }),
  ({ match, ...fault }, report, isInvalid) => {
    const named = namedFields(fault, ["http", "gateway"], isInvalid);
    if (named.length !== 1) oneOf("http, gateway", report);
    if (!named.includes("gateway") || match === undefined) return;
    for (const name of ["method", "route"] as const) {
      if (match[name] === undefined) continue;
      report(["match", name], "BASE_TYPE_CHOICES", "Only faults of calls can match by this field.");
    }
  },
);

/** An active fault with its id, by which it is removed, and how many more times it is injected. */
export const ActiveFault = object({
  id: Snowflake,
  ...FaultForm.properties,
  match: object({
    ...FaultMatch.properties,
    /** 0 in the reply to a fault that active sessions have used up. */
    count: integer({ min: 0, max: limits.faultCount.value }),
  }),
});

export const createFault = endpoint({
  id: "control.faults.create",
  source,
  summary:
    "Inject a fault into calls or sessions; it applies to matching active sessions before the reply.",
  method: "POST",
  plane: "control",
  path: "/faults",
  auth: [control],
  body: FaultForm,
  replies: { 201: ActiveFault },
  errors: [InvalidForm, UnknownApplication, UnknownUser, TooManyFaults],
});

export const listFaults = endpoint({
  id: "control.faults.list",
  source,
  summary: "List the active faults, oldest first: those that may still be injected.",
  method: "GET",
  plane: "control",
  path: "/faults",
  auth: [control],
  query: object(pageFields),
  replies: { 200: pageSchema(ActiveFault) },
  errors: [InvalidForm],
});

export const clearFaults = endpoint({
  id: "control.faults.clear",
  source,
  summary: "Delete every active fault, and release the calls and events that one delays.",
  method: "DELETE",
  plane: "control",
  path: "/faults",
  auth: [control],
  replies: { 204: none },
  errors: [],
});

export const removeFault = endpoint({
  id: "control.faults.remove",
  source,
  summary: "Delete an active fault; one that was injected for the last time is unknown.",
  method: "DELETE",
  plane: "control",
  path: "/faults/{fault_id}",
  auth: [control],
  replies: { 204: none },
  errors: [UnknownFault],
});
