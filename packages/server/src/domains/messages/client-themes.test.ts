import { expect, test } from "vitest";
import { aMessageScene, codeOf, leavesOf } from "../../testing/calls/message-calls.ts";

const theme = { colors: ["112233", "AABBCC"], gradient_angle: 90, base_mix: 50 };

test("a message can contain only a client theme, and keeps it when edited", async () => {
  const { send, edit } = await aMessageScene();
  const { body } = await send({ shared_client_theme: { ...theme, base_theme: 3 } });
  expect(body.shared_client_theme).toEqual({ ...theme, base_theme: 3 });
  const edited = await edit(body.id, { content: "look" });
  expect(edited.body.shared_client_theme).toEqual({ ...theme, base_theme: 3 });
  expect((await edit(body.id, { content: "" })).body.content).toBe("");
});

test("a theme without a base theme gets base theme 0", async () => {
  const { send } = await aMessageScene();
  const { body } = await send({ content: "x", shared_client_theme: theme });
  expect(body.shared_client_theme?.base_theme).toBe(0);
});

test("a theme is refused together with the newer components", async () => {
  const { send } = await aMessageScene();
  const components = [{ type: 10, content: "text" }];
  const answer = await send({ flags: 1 << 15, components, shared_client_theme: theme });
  expect(leavesOf(answer)).toEqual([
    "shared_client_theme: MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
  ]);
});

test.each<[object, string]>([
  [{ ...theme, colors: [] }, "colors: BASE_TYPE_BAD_LENGTH"],
  [{ ...theme, colors: ["12345"] }, "colors.0: BASE_TYPE_BAD_LENGTH"],
  [{ ...theme, colors: ["12345G"] }, "colors.0: STRING_TYPE_REGEX"],
  [{ ...theme, gradient_angle: 361 }, "gradient_angle: NUMBER_TYPE_MAX"],
  [{ ...theme, base_mix: -1 }, "base_mix: NUMBER_TYPE_MIN"],
  [{ ...theme, base_theme: 5 }, "base_theme: BASE_TYPE_CHOICES"],
])("the theme %j is refused", async (shared_client_theme, fault) => {
  const { send } = await aMessageScene();
  const answer = await send({ content: "x", shared_client_theme });
  expect(codeOf(answer)).toBe(50_035);
  expect(leavesOf(answer)).toEqual([`shared_client_theme.${fault}`]);
});
