import { describe, expect, test } from "vitest";
import { declarationsByName } from "../registry.ts";
import { namedSchemas } from "./openapi.ts";
import type { JsonObject } from "./openapi-schemas.ts";
import { worldDescriptions } from "./world-descriptions.ts";
import { worldSchema } from "./world-schema.ts";

const schema = worldSchema(namedSchemas(declarationsByName()));

describe("the descriptions of a world file", () => {
  const definitions = {
    World: schema,
    ...(schema["$defs"] as Readonly<Record<string, JsonObject>>),
  };

  /** The keys of a schema and of its nested objects, each with whether it is described. */
  function keysOf(of: JsonObject, above: readonly string[] = []): [string, boolean][] {
    const {
      properties = {},
      items,
      anyOf = [],
      oneOf = [],
    } = of as {
      readonly properties?: Readonly<Record<string, JsonObject>>;
      readonly items?: JsonObject;
      readonly anyOf?: readonly JsonObject[];
      readonly oneOf?: readonly JsonObject[];
    };
    const own = Object.entries(properties).flatMap(([name, each]): [string, boolean][] => {
      const keys = [...above, name];
      return [[keys.join("."), each["description"] !== undefined], ...keysOf(each, keys)];
    });
    return [
      ...own,
      ...[items, ...anyOf, ...oneOf].flatMap((each) => (each ? keysOf(each, above) : [])),
    ];
  }

  /** The API's own objects inside a message or a command are described by the reference. */
  const ofTheApi =
    /^(embeds|components|poll|interaction|interaction_metadata|message_reference|referenced_message|message_snapshots|mention_channels|resolved|nonce|options|install_params|integration_types_config|linked_lobby|thread_metadata|incidents_data|sticker_items|recurrence_rule|exceptions|mentions|attachments|team|channel|guild|roles|target_application|source_guild|source_channel|guild_scheduled_event_exceptions)\./;

  test.each(Object.keys(definitions).filter((name) => name.startsWith("World")))(
    "exist for every key of %s",
    (name) => {
      if (name === "WorldId") return;
      const silent = keysOf(definitions[name as "World"])
        .filter(([key, isDescribed]) => !isDescribed && !ofTheApi.test(key))
        .map(([key]) => key);
      expect(silent, "describe the key in openapi/*-descriptions*.ts").toEqual([]);
    },
  );

  test("exist for no unknown key", () => {
    const known = new Set(
      Object.entries(definitions).flatMap(([name, each]) =>
        keysOf(each).map(([key]) => `${name}.${key}`),
      ),
    );
    const described = Object.entries(worldDescriptions).flatMap(([object, keys]) =>
      Object.keys(keys).map((key) => `${object}.${key}`),
    );
    expect(described.filter((place) => !known.has(place))).toEqual([]);
  });
});
