import { expect, test } from "vitest";
import { demo } from "../control/world-file/demo-world.ts";
import { applicationVariables } from "./application-variables.ts";

const first = { token: demo.botToken, applicationId: demo.applicationId, verifyKey: "a1" };
const second = { token: "second.demo.token", applicationId: "200000000000000002", verifyKey: "b2" };
const bots = [first, second];

test("empty common variables are set to the first bot's application", () => {
  expect(applicationVariables({ CLIENT_ID: "mine", PUBLIC_KEY: "" }, bots)).toEqual({
    DISCORD_APPLICATION_ID: demo.applicationId,
    DISCORD_APP_ID: demo.applicationId,
    DISCORD_CLIENT_ID: demo.applicationId,
    APP_ID: demo.applicationId,
    DISCORD_PUBLIC_KEY: "a1",
    PUBLIC_KEY: "a1",
  });
  expect(applicationVariables({}, [])).toEqual({});
});

test("the application is the one whose token the program has", () => {
  expect(applicationVariables({ SHOP_TOKEN: `Bot ${second.token}` }, bots)).toMatchObject({
    DISCORD_CLIENT_ID: second.applicationId,
    DISCORD_PUBLIC_KEY: "b2",
  });
});
