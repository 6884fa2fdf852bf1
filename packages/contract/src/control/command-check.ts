// What applying a command manifest would change. Source: product.md, Control plane.
import { control } from "../auth.ts";
import { endpoint } from "../endpoint.ts";
import { InvalidForm, UnknownApplication, UnknownGuild } from "../error.ts";
import { limits } from "../limits/limits.ts";
import { anything, integer, list, object, optional, text } from "../schema/values.ts";
import { Reference } from "./world-file/kinds.ts";

const names = list(text());

export const checkCommands = endpoint({
  id: "control.commands.check",
  source: "product.md, Control plane",
  summary:
    "Check what overwriting an application's commands with the given ones would do: its global ones, or with `guild` those of a guild. Nothing is changed.",
  plane: "control",
  method: "POST",
  path: "/applications/{application}/commands/check",
  auth: [control],
  readsOnly: true,
  query: object({ guild: optional(Reference) }),
  body: list(anything(), { max: limits.commandsPerOverwrite.value }),
  replies: {
    200: object({
      /** Why the manifest would be refused: the tree of the API's `errors`, or its code and message. */
      errors: optional(anything<object>()),
      /** Names of commands that are created, changed, deleted and unchanged. */
      create: names,
      update: names,
      /** Renamed commands: the manifest has their ids. */
      rename: list(object({ from: text(), to: text() })),
      delete: names,
      unchanged: names,
      /** Names of commands that would lose their permission entries, by being deleted or renamed. */
      loses_permissions: names,
      /** How many commands may still be created today, before the manifest is applied. */
      creates_left_today: integer(),
      /** What would be accepted but is probably a mistake, such as a field that is dropped. */
      lint: list(object({ path: text(), message: text() })),
    }),
  },
  errors: [InvalidForm, UnknownApplication, UnknownGuild],
});
