import {
  createApplicationEmoji,
  deleteApplicationEmoji,
  editApplicationEmoji,
  getApplicationEmoji,
  listApplicationEmojis,
} from "@antechamber/contract/applications";
import { expect, test } from "vitest";
import { aPicture } from "../../testing/calls/guild-calls.ts";
import { openHandlerCalls } from "../../testing/calls/handler-calls.ts";
import { anApplication, aUser } from "../../testing/records.ts";
import { users } from "../users/user.ts";
import { applicationEmojiHandlers, applicationEmojis } from "./application-emojis.ts";
import { applications } from "./application.ts";

const mine = "200000000000000001";
const OWNER = "100000000000000001";
const params = { application_id: mine };
const as = { kind: "bot", application_id: mine } as const;

async function aScene() {
  const calls = await openHandlerCalls(applicationEmojiHandlers);
  await calls.seed((tx) => {
    tx.put(applications, anApplication(mine, { owner_id: OWNER }));
    tx.put(users, aUser(mine, { bot: true }));
  });
  const add = (name: string, image = aPicture()) =>
    calls.call(createApplicationEmoji, { as, params, body: { name, image } });
  const on = (emoji_id: string) => ({ as, params: { ...params, emoji_id } });
  return { ...calls, add, on };
}

test("an emoji is added, listed, read, renamed and deleted", async () => {
  const { add, on, call } = await aScene();
  const { status, body } = await add("smile", aPicture("gif"));
  const emoji = { name: "smile", animated: true, roles: [], user: { id: mine } };
  expect([status, body]).toMatchObject([201, emoji]);
  expect((await call(listApplicationEmojis, { as, params })).body).toEqual({ items: [body] });
  expect((await call(getApplicationEmoji, on(body.id))).body).toEqual(body);
  const renamed = await call(editApplicationEmoji, { ...on(body.id), body: { name: "grin" } });
  expect(renamed.body).toEqual({ ...body, name: "grin" });
  expect(await call(editApplicationEmoji, { ...on(body.id), body: {} })).toEqual(renamed);
  expect((await call(deleteApplicationEmoji, on(body.id))).status).toBe(204);
  expect(await call(getApplicationEmoji, on(body.id))).toMatchObject({
    status: 404,
    body: { code: 10014 },
  });
});

test("the names of an application's emojis are unique", async () => {
  const { add, on, call } = await aScene();
  await add("smile");
  const { body: other } = await add("grin");
  const taken = {
    status: 400,
    body: { errors: { name: { _errors: [{ code: "APPLICATION_EMOJI_NAME_ALREADY_TAKEN" }] } } },
  };
  expect(await add("smile")).toMatchObject(taken);
  expect(
    await call(editApplicationEmoji, { ...on(other.id), body: { name: "smile" } }),
  ).toMatchObject(taken);
  const same = await call(editApplicationEmoji, { ...on(other.id), body: { name: "grin" } });
  expect(same.status).toBe(200);
});

test("an application cannot have over 2000 emojis, or pictures that are too large", async () => {
  const { add, seed } = await aScene();
  await seed((tx) => {
    for (let i = 0; i < 2000; i += 1) {
      const id = `${600_000_000_000_000_000 + i * 1000}`;
      tx.put(applicationEmojis, { id, ...params, name: `e${i}`, animated: false, image: "" });
    }
  });
  expect((await add("smile")).body).toMatchObject({
    code: 30008,
    message: "Maximum number of emojis reached (2000)",
  });
  const large = `${aPicture().replace(/=+$/, "")}${"A".repeat(400_000)}`;
  expect(await add("large", large.slice(0, large.length - (large.length % 4)))).toMatchObject({
    status: 400,
  });
});

test("an application cannot reach the emojis of another application", async () => {
  const { add, on, call, seed } = await aScene();
  await seed((tx) =>
    tx.put(applications, anApplication("200000000000000002", { owner_id: OWNER })),
  );
  const { body } = await add("smile");
  const asOther = { kind: "bot", application_id: "200000000000000002" } as const;
  expect(await call(getApplicationEmoji, { ...on(body.id), as: asOther })).toMatchObject({
    status: 403,
    body: { code: 20012 },
  });
  const theirs = { application_id: "200000000000000002", emoji_id: body.id };
  expect((await call(getApplicationEmoji, { as: asOther, params: theirs })).body).toMatchObject({
    code: 10014,
  });
});
