// Playing a sound as a simulated user. Source: product.md, Simulated users.
import { control } from "../../auth.ts";
import { endpoint, none } from "../../endpoint.ts";
import { BotsNotAllowed, UnknownGuild, UnknownUser } from "../../error.ts";
import { sendSoundErrors } from "../../resources/guilds/soundboard.ts";
import { object, optional, text } from "../../schema/values.ts";
import { Reference } from "../world-file/kinds.ts";

export const playSoundAsUser = endpoint({
  id: "control.playSound",
  source: "product.md, Simulated users",
  summary: "Play a sound as a simulated user in the voice channel that they are in.",
  plane: "control",
  method: "POST",
  path: "/users/{user}/sound",
  auth: [control],
  developmentOnly: true,
  body: object({
    channel: Reference,
    guild: optional(Reference),
    /** The id or the name of a sound, of the channel's guild or a default one. */
    sound: text({ min: 1, max: 100 }),
    /** The guild of the sound, if it is another one. */
    from: optional(Reference),
  }),
  replies: { 204: none },
  errors: [...sendSoundErrors, BotsNotAllowed, UnknownGuild, UnknownUser],
});
