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

/** The dependencies of tools. */
export interface ToolDeps {
  readonly worlds: AgentWorlds;
  readonly secrets: KnownSecrets;
}

interface ToolParts<S extends TSchema> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: S;
  /** Whether it changes nothing; only such tools are available in production mode. */
  readonly isReadOnly: boolean;
  /** Whether it may delete something. */
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
  /** @throws ToolFailure that names each invalid field */
  readonly call: (input: unknown, deps: ToolDeps) => Promise<ToolAnswer>;
}

/** Declares a tool; its schema, parser and types follow from one declaration. */
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
        `fix the fields that are named and call ${parts.name} again; it takes ${fields || "nothing"}`,
      );
    },
  };
}

/**
 * Parses a field with code of the command line.
 *
 * @throws ToolFailure that names the field if it is invalid
 */
export async function readField<T>(field: string, read: () => T | Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    throw new ToolFailure(`${field}: ${error.message}`, `fix ${field} and call again`);
  }
}

/** The world parameter of tools that only read. */
export const readWorld = optional(
  described(
    "The world to read. Absent: the one you opened with world_new, else main.",
    text({ min: 1, max: 64 }),
  ),
);

/** The world parameter of tools that change something. */
export const writtenWorld = optional(
  described(
    "The world to change. Absent: the one you opened with world_new; name any other, main too.",
    text({ min: 1, max: 64 }),
  ),
);

/** A parameter that takes a name or an id. */
export const reference = (what: string) => described(what, text({ min: 1, max: 201 }));
