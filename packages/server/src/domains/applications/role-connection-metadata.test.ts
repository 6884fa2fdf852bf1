import {
  getRoleConnectionMetadata,
  setRoleConnectionMetadata,
} from "@antechamber/contract/applications";
import { expect, test } from "vitest";
import { openHandlerCalls } from "../../testing/calls/handler-calls.ts";
import { anApplication } from "../../testing/records.ts";
import { applications } from "./application.ts";
import { replied, scriptedOutbound } from "../../testing/network/scripted-outbound.ts";
import { endpointCheck } from "./endpoint-check.ts";
import { applicationHandlers } from "./handlers.ts";

const mine = "200000000000000001";
const OWNER = "100000000000000001";
const as = { kind: "bot", application_id: mine } as const;
const params = { application_id: mine };
const level = { type: 2, key: "level", name: "Level", description: "How far" };

async function aScene() {
  const check = endpointCheck(scriptedOutbound(() => replied(200, {})));
  const calls = await openHandlerCalls(applicationHandlers({ check }));
  await calls.seed((tx) => tx.put(applications, anApplication(mine, { owner_id: OWNER })));
  const put = (body: unknown) => calls.call(setRoleConnectionMetadata, { as, params, body });
  return { ...calls, put };
}

test("a PUT replaces all items, and a GET returns them with their localizations", async () => {
  const { put, call } = await aScene();
  const read = async () => (await call(getRoleConnectionMetadata, { as, params })).body;
  expect(await read()).toEqual([]);
  const items = [{ ...level, name_localizations: { fr: "Niveau" } }];
  expect(await put(items)).toEqual({ status: 200, body: items });
  expect(await read()).toEqual(items);
  await put([]);
  expect(await read()).toEqual([]);
});

test("null removes one localization, and null as the body removes all items", async () => {
  const { put } = await aScene();
  const name_localizations = { fr: "Niveau", de: null };
  expect((await put([{ ...level, name_localizations }])).body).toEqual([
    { ...level, name_localizations: { fr: "Niveau" } },
  ]);
  expect(await put(null)).toEqual({ status: 200, body: [] });
});

test.each([
  ["a sixth item", Array.from({ length: 6 }, (_, i) => ({ ...level, key: `k${i}` }))],
  ["a key that is repeated", [level, level]],
  ["a key with capitals", [{ ...level, key: "Level" }]],
  ["a type that does not exist", [{ ...level, type: 9 }]],
  ["an empty name", [{ ...level, name: "" }]],
  ["an invalid item", [level, true]],
  ["a language that does not exist", [{ ...level, name_localizations: { xx: "x" } }]],
])("%s is refused", async (_, items) => {
  const { put } = await aScene();
  expect(await put(items)).toMatchObject({ status: 400, body: { code: 50035 } });
});
