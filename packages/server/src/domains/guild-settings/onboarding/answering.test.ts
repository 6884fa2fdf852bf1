import { expect, test } from "vitest";
import type { ApiError } from "../../../platform/api-error.ts";
import { compoundKey } from "../../../platform/records/compound-keys.ts";
import { aModerationScene, ids } from "../../../testing/calls/moderation-calls.ts";
import { members } from "../../guilds/guild.ts";
import { giveAnswers } from "./answering.ts";
import { blankOnboarding, type OptionRecord, type PromptRecord } from "./onboarding.ts";

const none = { id: null, name: null, animated: false };
const anOption = (id: string, title: string, ...role_ids: readonly string[]): OptionRecord => ({
  id,
  title,
  description: "",
  emoji: none,
  role_ids: [...role_ids],
  channel_ids: [],
});

const gone = "300000000000000039";
const one = anOption("11", "One", ids.low);
const other = anOption("12", "Other", ids.middle);
/** An option with the same role as the first one, and a role that does not exist. */
const more = anOption("21", "More", ids.low, gone);
/** An option whose title is the id of another one. */
const odd = anOption("22", "12");

const single: PromptRecord = {
  id: "10",
  title: "Which?",
  options: [one, other],
  single_select: true,
  required: true,
  in_onboarding: true,
  type: 0,
};
const several: PromptRecord = {
  ...single,
  id: "20",
  title: "What else?",
  options: [more, odd],
  single_select: false,
  required: false,
};

/** A member who answers the prompts, with a role that no option gives. */
async function aMemberWhoAnswers(...prompts: readonly PromptRecord[]) {
  const scene = await aModerationScene();
  const onboarding = { ...blankOnboarding(ids.guild), prompts: [...prompts] };
  const key = compoundKey(ids.guild, ids.bob);
  await scene.seed((tx) => {
    const bob = { ...members.defaults, guild_id: ids.guild, user_id: ids.bob };
    tx.put(members, { ...bob, joined_at: "2026-01-01T00:00:00+00:00", roles: [ids.high] });
  });
  await scene.news();
  const answer = (...chosen: readonly string[]) =>
    scene.work.transaction(async (ctx) => {
      const member = await ctx.tx.get(members, key);
      if (member === undefined) throw new Error("no member");
      return giveAnswers(ctx, member, { onboarding, chosen });
    });
  const refusal = (...chosen: readonly string[]) =>
    answer(...chosen).then(
      () => undefined,
      (error: unknown) => (error as ApiError).issues[0],
    );
  const eventNames = async () => (await scene.news()).map(({ name }) => name);
  return { answer, refusal, eventNames };
}

test("answers grant their roles, and changed answers remove only the roles of the old ones", async () => {
  const { answer, eventNames } = await aMemberWhoAnswers(single, several);
  expect((await answer("One", "More")).roles).toEqual([ids.high, ids.low]);
  // One of the two chosen options with the role remains.
  expect((await answer("Other", "More")).roles).toEqual([ids.high, ids.low, ids.middle]);
  expect((await answer("Other")).roles).toEqual([ids.high, ids.middle]);
  expect(await eventNames()).toEqual(Array(3).fill("GUILD_MEMBER_UPDATE"));
});

test("the same answers again send no event", async () => {
  const { answer, eventNames } = await aMemberWhoAnswers({ ...single, required: false });
  expect((await answer()).flags).toBe(10);
  expect(await eventNames()).toEqual(["GUILD_MEMBER_UPDATE"]);
  await answer();
  expect(await eventNames()).toEqual([]);
  await answer("One");
  expect(await eventNames()).toEqual(["GUILD_MEMBER_UPDATE"]);
});

test("an option is found by its ID first, then by its title", async () => {
  const { answer } = await aMemberWhoAnswers(single, several);
  expect((await answer("12")).onboardingResponses).toEqual(["12"]);
  expect((await answer("One", "11")).onboardingResponses).toEqual(["11"]);
});

test("unknown options, too many answers and missing answers are refused", async () => {
  const { refusal } = await aMemberWhoAnswers(single, several);
  expect(await refusal("One", "Two")).toMatchObject({
    path: ["options", 1],
    message: "No option is named Two",
  });
  expect(await refusal("One", "Other")).toMatchObject({ code: "BASE_TYPE_MAX_LENGTH" });
  expect(await refusal("More")).toMatchObject({
    code: "BASE_TYPE_REQUIRED",
    message: "An option must answer: Which?",
  });
});

test("several options are accepted where allowed, and a prompt outside onboarding needs none", async () => {
  const { answer } = await aMemberWhoAnswers({ ...single, in_onboarding: false }, several);
  expect((await answer("21", "22")).onboardingResponses).toEqual(["21", "22"]);
  expect((await answer()).roles).toEqual([ids.high]);
});
