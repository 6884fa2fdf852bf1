// Answering a guild's onboarding as a simulated user. Source: protocol: guild-settings 4.4.
import { control } from "../../auth.ts";
import { endpoint } from "../../endpoint.ts";
import { BotsNotAllowed, error, UnknownGuild, UnknownMember, UnknownUser } from "../../error.ts";
import { limits } from "../../limits/limits.ts";
import { Member } from "../../resources/guilds/guilds.ts";
import { list, object, text } from "../../schema/values.ts";
import { Reference } from "../world-file/kinds.ts";

export const OnboardingOff = error({
  name: "OnboardingOff",
  status: 400,
  code: 0,
  message: "This guild has no onboarding that is enabled",
  source: "protocol: guild-settings 4.4",
});

export const answerOnboarding = endpoint({
  id: "control.answerOnboarding",
  source: "protocol: guild-settings 4.4",
  summary:
    "Answer a guild's onboarding as a simulated user, who gets the roles of the chosen options and loses those of options chosen before.",
  plane: "control",
  method: "POST",
  path: "/users/{user}/onboarding",
  auth: [control],
  developmentOnly: true,
  /** The chosen options, by id or title. */
  body: object({
    guild: Reference,
    options: list(text({ min: 1, max: 50 }), { max: limits.onboardingAnswers.value }),
  }),
  replies: { 200: Member },
  errors: [BotsNotAllowed, OnboardingOff, UnknownGuild, UnknownMember, UnknownUser],
});
