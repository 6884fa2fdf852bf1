// Advice for each error that the service declares.
import type { ErrorDeclaration } from "@antechamber/contract";
import type { types } from "@antechamber/sdk/control";

/** Advice by the error's name, where its status says too little. */
const byName: Readonly<Record<string, string>> = {
  InvalidForm: "fix each place that the answer's `errors` name: explain the trace lists them",
  InvalidJson: "send a body that is JSON, with the content type application/json",
  Unauthorized:
    "send Authorization with a token of this world: `Bot <token>`, `Bearer <token>`, or a user's bare token; after world_new or a restore older tokens may be of another world",
  MissingAccess:
    "give the caller access to the channel or guild: install the application there, or change overwrites with world_edit",
  MissingPermissions:
    "give a role of the caller the permission: why shows it, world_edit changes it",
  RateLimited:
    "wait `retry_after` seconds, advance a frozen clock by them, or limits {op: 'reset'}; limits {op: 'profile', profile: 'off'} turns limits off",
  UnknownInteraction:
    "answer within three seconds of the world's clock, and edit within fifteen minutes: defer first when it takes longer",
  UnknownMessage:
    "the message was deleted, is in another channel, or is ephemeral for another user: see the channel",
  NotThisApplication:
    "use the id of the application that the token belongs to: GET /applications/@me has it",
  OffInProduction: "use a service in development mode, such as one that world_new starts",
  UnknownTrace: "traces are dropped with the oldest entries: find a newer one with journal",
  UnknownJournalEntry: "the oldest entries are dropped: find a newer one with journal",
  UnknownWorld: "status lists the worlds; world_new opens one",
  UnknownSnapshot: "world_edit {op: 'snapshot'} takes a snapshot",
  UnknownFault: "fault {op: 'list'} has ids",
  WorldNameInUse: "choose another name, or leave it out",
  NothingPlayed: "act as a user first, and use the trace that act returns",
  JournalForgotten: "name a later entry: journal shows the oldest that are left",
  TestTooLarge: "keep a smaller part, or a single trace",
};

/** The input fields that an error may be about, the most specific first, by the error's name. */
const fieldsByName: Readonly<Record<string, readonly string[]>> = {
  UnknownJournalEntry: ["id"],
  UnknownTrace: ["id"],
  UnknownFault: ["id"],
  UnknownSnapshot: ["snapshot", "name"],
  UnknownWorld: ["fork", "snapshot_of", "world"],
  WorldNameInUse: ["name"],
};

/** Advice by status, for all other errors. */
const byStatus: Readonly<Record<number, string>> = {
  400: "change what is sent as the message says; reference {query: the endpoint} shows what it takes",
  401: "send a credential that the endpoint takes: reference {query: the endpoint} names them",
  403: "call as someone who is allowed to: with another credential, scope, role or installation, as the message says",
  404: "nothing with that id exists for this caller: look for it with status or see, and check which world the token belongs to",
  405: "use a method that the path supports: reference {query: the path}",
  409: "the conflicting object already exists: change or remove it first",
  413: "send less at once: reference {query: 'limits body'} has the sizes",
  415: "send the content type that the endpoint takes, mostly application/json",
  421: "call the service at its own address: connect_snippet has it",
  429: "wait `retry_after` seconds, or limits {op: 'reset'}",
  501: "this is not there yet: reference {query: 'not there yet'}",
};

/** What would have let a call through, as a phrase. */
export function needText(needs: types.RefusalNeeds | undefined): string | undefined {
  if (needs === undefined) return undefined;
  const { credential, scope, permission, range, choice, seconds } = needs;
  const parts = [
    ...(credential === undefined ? [] : [`a credential of kind ${credential.join(" or ")}`]),
    ...(scope === undefined ? [] : [`the scope ${scope.join(" or ")}`]),
    ...(permission === undefined ? [] : [`the permission ${permission.join(", ")}`]),
    ...(range === undefined ? [] : [`a value from ${range.min ?? "…"} to ${range.max ?? "…"}`]),
    ...(choice === undefined ? [] : [`one of ${choice.map(String).join(", ")}`]),
    ...(seconds === undefined ? [] : [`a wait of ${seconds} s`]),
  ];
  return parts.length === 0 ? undefined : parts.join("; ");
}

/** The input field that an error is about, with its value. */
export function fieldAbout(name: string, input: unknown): string | undefined {
  const given = (input ?? {}) as Readonly<Record<string, unknown>>;
  const field = fieldsByName[name]?.find((each) => given[each] !== undefined);
  return field && `${field}: ${JSON.stringify(given[field])}`;
}

/** How to fix the cause of an error. */
export function adviceOn({ name, status }: Pick<ErrorDeclaration, "name" | "status">): string {
  const advice = byName[name] ?? byStatus[status];
  if (advice !== undefined) return advice;
  return status >= 500
    ? "the service failed or is not ready: read its log, and try again"
    : "read the message, and reference {query: the endpoint} for what it takes";
}
