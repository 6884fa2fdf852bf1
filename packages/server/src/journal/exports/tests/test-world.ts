// The world file that a test starts with: without secrets, since the kit draws new ones, and
// without the URLs of programs that only ran during the recording.
import { limits } from "@antechamber/contract";
import { TestTooLarge, type WorldFile } from "@antechamber/contract/control";
import { timestamp } from "@antechamber/contract/schema";
import { ApiError } from "../../../platform/api-error.ts";
import type { Millis } from "../../../platform/clock.ts";
import type { InputValue } from "./model.ts";
import { wireList } from "./visible-messages.ts";

type Draft = Readonly<Record<string, unknown>>;

/** A world file as it is written into a test. */
type TestWorldFile = Readonly<Record<string, InputValue>>;

/** The fields to omit: secrets, and URLs that a test would call. */
const omitted = {
  user: ["token"],
  application: ["client_secret", "interactions_endpoint_url", "event_webhooks"],
  bot: ["token"],
  lobby: ["secret", "secret_expires_at", "override_event_webhooks_url"],
} as const;

/** Redacts known secrets in a text. */
export type RedactText = (text: string) => string;

/** The world of a test, with its clock frozen at an instant. */
export function testWorld(world: WorldFile, at: Millis, withoutSecrets: RedactText): TestWorldFile {
  const { access_tokens: _tokens, gateway: _gateway, ...rest } = world as Draft;
  const draft = withoutEmpty({
    clock: { now: timestamp(at), frozen: true },
    ...without(rest, ["clock"]),
    users: wireList(rest["users"]).map((each) => without(each, omitted.user)),
    applications: wireList(rest["applications"]).map(applicationOf),
    lobbies: wireList(rest["lobbies"]).map((each) => without(each, omitted.lobby)),
  });
  // Secrets may also have been written into messages and other free text.
  return JSON.parse(withoutSecrets(JSON.stringify(draft))) as TestWorldFile;
}

function applicationOf(application: Draft): Draft {
  const { bot, ...rest } = application;
  const fields = without(rest, omitted.application);
  return bot === undefined || bot === null
    ? { ...fields, bot: bot ?? null }
    : { ...fields, bot: without(bot as Draft, omitted.bot) };
}

function without(entity: Draft, keys: readonly string[]): Draft {
  return Object.fromEntries(Object.entries(entity).filter(([key]) => !keys.includes(key)));
}

function withoutEmpty(world: Draft): Draft {
  const nonEmpty = Object.entries(world).filter(
    ([, value]) => !(Array.isArray(value) && value.length === 0),
  );
  return Object.fromEntries(nonEmpty);
}

/**
 * The world file to write inline into a test: without ids that nothing refers to.
 *
 * @throws TestTooLarge when it is too long, and needs a file of its own
 */
export function inlinedWorld(world: TestWorldFile): TestWorldFile {
  const counts = new Map<string, number>();
  const json = JSON.stringify(world);
  if (json.length > limits.testWorld.value) {
    const message = `The world has ${json.length} characters, and at most ${limits.testWorld.value} stand in a test: name the file beside it by world_file`;
    throw new ApiError(TestTooLarge, { message });
  }
  for (const [id] of json.matchAll(/(?<!\d)\d{15,20}(?!\d)/g)) {
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return objectWithoutIds(world, counts);
}

/** Fields whose ids a world can generate itself. */
const ownIds = new Set(["id", "version"]);

function withoutIds(value: InputValue, counts: ReadonlyMap<string, number>): InputValue {
  if (isList(value)) return value.map((each) => withoutIds(each, counts));
  return typeof value === "object" && value !== null ? objectWithoutIds(value, counts) : value;
}

function isList(value: InputValue): value is readonly InputValue[] {
  return Array.isArray(value);
}

function objectWithoutIds(
  world: TestWorldFile,
  counts: ReadonlyMap<string, number>,
): TestWorldFile {
  const fields = Object.entries(world).filter(
    ([key, each]) => !ownIds.has(key) || typeof each !== "string" || counts.get(each) !== 1,
  );
  return Object.fromEntries(fields.map(([key, each]) => [key, withoutIds(each, counts)]));
}
