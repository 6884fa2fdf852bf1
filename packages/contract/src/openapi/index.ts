export { schemaWriter, type Json, type JsonObject } from "./openapi-schemas.ts";
export * from "./openapi.ts";
export * from "./wording.ts";
export * from "./world-schema.ts";
