// The OpenAPI documents that the reference pages are built from.
import * as contract from "@antechamber/contract";
import {
  namedSchemas,
  openApiDocument,
  worldSchema,
  type JsonObject,
} from "@antechamber/contract/openapi";
import manifest from "../../../../package.json" with { type: "json" };

/** The planes that a document covers. */
export type Planes = "api" | "control" | "both";

/** A schema of a document. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly (string | number)[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

/** An operation, as far as the reference pages show it. */
export interface Operation {
  readonly parameters?: readonly (Schema & {
    readonly name?: string;
    readonly required?: boolean;
    readonly schema?: Schema;
  })[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

interface Components {
  readonly schemas: Readonly<Record<string, Schema>>;
  readonly parameters: Readonly<Record<string, { readonly schema: Schema }>>;
}

/** A document, with its operations by endpoint id. */
export interface Document {
  readonly text: string;
  readonly components: Components;
  readonly operations: ReadonlyMap<string, Operation>;
}

/** Writes the document of a plane, or of both. */
export function documentOf(plane: Planes): Document {
  const schemas = namedSchemas(contract.declarationsByName());
  const { version } = manifest;
  const written = openApiDocument({ plane, version, ...contract, schemas });
  const paths = Object.values(written["paths"] as Readonly<Record<string, JsonObject>>);
  const operations = paths.flatMap((methods) =>
    Object.values(methods).map((each): [string, Operation] => {
      const { operationId } = each as { readonly operationId: string };
      return [operationId, each as unknown as Operation];
    }),
  );
  return {
    text: JSON.stringify(written),
    components: written["components"] as unknown as Components,
    operations: new Map(operations),
  };
}

/** Writes the JSON Schema of world files. */
export function worldSchemaText(): string {
  return `${JSON.stringify(worldSchema(namedSchemas(contract.declarationsByName())), null, 1)}\n`;
}

/** The name at the end of a `$ref`. */
export function nameIn($ref: string): string {
  return $ref.slice($ref.lastIndexOf("/") + 1);
}
