// A tool: its description for agents, and its function.
import {
  described,
  issueLines,
  optional,
  parserOf,
  strict,
  text,
  type Static,
  type TSchema,
} from "@antechamber/contract/schema";
import { schemaWriter, type JsonObject } from "@antechamber/contract/openapi";
import { CommandFailure } from "../cli/failures.ts";
import { ToolFailure, type ToolAnswer } from "./answers.ts";
import type { AgentWorlds } from "./agent-worlds.ts";
import type { KnownSecrets } from "./known-secrets.ts";

/** What tools work with. */
export interface ToolDeps {
  readonly worlds: AgentWorlds;
  readonly secrets: KnownSecrets;
}

interface ToolParts<S extends TSchema> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: S;
  /** Changes nothing: such tools are there in production mode too. */
  readonly isReadOnly: boolean;
  /** May take away what was there. */
  readonly isDestructive?: boolean;
  readonly run: (input: Static<S>, deps: ToolDeps) => Promise<ToolAnswer>;
}

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly isReadOnly: boolean;
  readonly isDestructive: boolean;
  readonly inputSchema: JsonObject;
  /** @throws ToolFailure that names each field which is wrong */
  readonly call: (input: unknown, deps: ToolDeps) => Promise<ToolAnswer>;
}

/** Declares a tool: its schema, its reader and its types follow from one declaration. */
export function tool<S extends TSchema>(parts: ToolParts<S>): Tool {
  const { input, run, isDestructive = false, ...shown } = parts;
  const parse = parserOf(strict(input));
  const schema = schemaWriter({}).write(input);
  return {
    ...shown,
    isDestructive,
    inputSchema: { ...schema, additionalProperties: false },
    async call(given, deps) {
      const parsed = parse(given ?? {});
      if (parsed.ok) return run(parsed.value, deps);
      const fields = Object.keys((schema["properties"] ?? {}) as object).join(", ");
      throw new ToolFailure(
        `${parts.name}: ${issueLines(parsed.issues).join("; ")}`,
        `mend the fields that are named and call ${parts.name} again; it takes ${fields || "nothing"}`,
      );
    },
  };
}

/**
 * Reads a field by code of the command line.
 *
 * @throws ToolFailure that names the field, where that cannot be read
 */
export async function readField<T>(field: string, read: () => T | Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    throw new ToolFailure(`${field}: ${error.message}`, `mend ${field} and call again`);
  }
}

/** Which world, for tools that look. */
export const readWorld = optional(
  described(
    "The world that is looked at. Absent: the one you opened with world_new, else main.",
    text({ min: 1, max: 64 }),
  ),
);

/** Which world, for tools that change something. */
export const writtenWorld = optional(
  described(
    "The world that is changed. Absent: the one you opened with world_new; name any other, main too.",
    text({ min: 1, max: 64 }),
  ),
);

/** A name or an id. */
export const reference = (what: string) => described(what, text({ min: 1, max: 201 }));
