// Running Activities. Source: machine specification; protocol: commands-and-interactions 6.3.
import { bot } from "../../auth.ts";
import { endpoint } from "../../endpoint.ts";
import { NotFound, NotThisApplication, UnknownApplication } from "../../error.ts";
import { list, object, optional, Snowflake, text, word } from "../../schema/values.ts";

/** Where an Activity runs: `gc` in a guild channel, `pc` in a private channel. */
const ActivityLocation = object({
  id: text(),
  kind: word(["gc", "pc"]),
  channel_id: Snowflake,
  guild_id: optional(Snowflake),
});

/** A running instance of an application's Activity, with its participants. */
export const ActivityInstance = object({
  application_id: Snowflake,
  instance_id: text(),
  launch_id: text(),
  location: ActivityLocation,
  users: list(Snowflake),
});

export const getActivityInstance = endpoint({
  id: "applications.activityInstance",
  source: "machine specification; assumed: it is known until the last launch's token ends",
  summary:
    "Get an activity instance, if it is running; lets an application verify that the instance exists.",
  method: "GET",
  path: "/applications/{application_id}/activity-instances/{instance_id}",
  auth: [bot],
  replies: { 200: ActivityInstance },
  errors: [NotThisApplication, UnknownApplication, NotFound],
});
