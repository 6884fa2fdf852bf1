// Clients may omit a field, or send null for it, wherever the machine specification allows it.
// Source: machine specification; protocol: commands-and-interactions 1.
import { ChannelChange } from "@antechamber/contract/channels";
import { endpoints } from "@antechamber/contract";
import { ScheduledEventChange, ScheduledEventDraft } from "@antechamber/contract/guilds";
import {
  IntegerSuggestions,
  ModalForm,
  NumberSuggestions,
  TextSuggestions,
} from "@antechamber/contract/interactions";
import { DeferredDraft, MessageChange, MessageDraft } from "@antechamber/contract/messages";
import type { TSchema } from "@antechamber/contract/schema";
import { expect, test } from "vitest";
import { strictness, strictnessOf } from "../../testing/specification/request-specification.ts";

/** Where this service is deliberately stricter, by the end of the path, and why. */
const deliberate: Readonly<Record<string, string>> = {
  "poll.question.text": "the reference's page on polls: for now the text is always there",
  "poll_media.text": "the reference's page on polls: for now the text is always there",
  "components[]<1>.components[]<4>.label":
    "protocol: commands-and-interactions 5.5: in a row, a text input has no other name",
  action: "protocol: join-requests 2: a request is approved or rejected",
  "lobbies.bulkMembers": "protocol: lobbies-and-sdk 3: a list of 1 to 25 members",
};

function unexplained(places: readonly string[]): readonly string[] {
  return places.filter((place) => {
    const [at = ""] = place.split(": ");
    return !Object.keys(deliberate).some((end) => at.endsWith(end));
  });
}

const specified = endpoints.flatMap((each) => {
  const places = each.plane === "control" ? undefined : strictnessOf(each);
  return places === undefined ? [] : [[each.id, places] as const];
});

test("the specification describes most of our bodies", () => {
  expect(specified.length).toBeGreaterThan(30);
});

test.each(specified)(
  "%s accepts null and absent fields as the specification does",
  (_id, places) => {
    expect(unexplained(places)).toEqual([]);
  },
);

/** Forms that are parsed once their kind is known, or that the specification has in parts. */
const others: readonly (readonly [string, TSchema])[] = [
  ["InteractionApplicationCommandAutocompleteCallbackStringData", TextSuggestions],
  ["InteractionApplicationCommandAutocompleteCallbackIntegerData", IntegerSuggestions],
  ["InteractionApplicationCommandAutocompleteCallbackNumberData", NumberSuggestions],
  ["IncomingWebhookInteractionRequest", MessageDraft],
  ["IncomingWebhookInteractionRequest", DeferredDraft],
  ["IncomingWebhookUpdateForInteractionCallbackRequestPartial", MessageChange],
  ["ModalInteractionCallbackRequestData", ModalForm],
  ["UpdateGuildChannelRequestPartial", ChannelChange],
  ["ExternalScheduledEventCreateRequest", ScheduledEventDraft],
  ["StageScheduledEventCreateRequest", ScheduledEventDraft],
  ["VoiceScheduledEventCreateRequest", ScheduledEventDraft],
  ["ExternalScheduledEventPatchRequestPartial", ScheduledEventChange],
  ["StageScheduledEventPatchRequestPartial", ScheduledEventChange],
  ["VoiceScheduledEventPatchRequestPartial", ScheduledEventChange],
];

test.each(others)(
  "the form for %s accepts null and absent fields as the specification does",
  (name, form) => {
    expect(unexplained(strictness(form, name))).toEqual([]);
  },
);
