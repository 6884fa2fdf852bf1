import { expect, test } from "vitest";
import { demo } from "../control/world-file/demo-world.ts";
import { defaultTokens, replacedTokens, unknownTokenLine } from "./bot-tokens.ts";

const headOf = (id: string) => Buffer.from(id).toString("base64url");
// Composed here, so that secret scanners do not take it for a leaked token.
const secretPart = ["abcdefghijklm", "nopqrstuvwxyz012"].join("");
const real = [headOf("123456789012345678"), "GAbCdE", secretPart].join(".");
const world = [demo.botToken, `${headOf("123456789012345678")}.demo.mine`];

test("a real token is replaced by that of the same application, or by the first token", () => {
  const other = real.replace(headOf("123456789012345678"), headOf("223456789012345678"));
  const env = { A: real, B: `Bot ${other}`, C: demo.botToken, PATH: "/bin", D: undefined };
  expect(replacedTokens(env, world)).toEqual([
    { name: "A", token: world[1] },
    { name: "B", token: `Bot ${demo.botToken}` },
  ]);
  expect(replacedTokens({ A: real }, [])).toEqual([{ name: "A", token: undefined }]);
});

test("a token of the world that looks real is not replaced", () => {
  expect(replacedTokens({ A: real, B: `Bot ${real}` }, [real])).toEqual([]);
});

test("empty common variables are set to the first bot's token", () => {
  expect(defaultTokens({ TOKEN: "mine", BOT_TOKEN: "" }, world)).toEqual({
    DISCORD_TOKEN: demo.botToken,
    DISCORD_BOT_TOKEN: demo.botToken,
    BOT_TOKEN: demo.botToken,
    token: demo.botToken,
  });
  expect(defaultTokens({}, [])).toEqual({});
});

test("the line about an unknown token names the first bot's, where it is known", () => {
  expect(unknownTokenLine(world)).toMatch(`give it the world's token ${demo.botToken}`);
  expect(unknownTokenLine([])).toMatch(/: give it a token of the world$/);
});
