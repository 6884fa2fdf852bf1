export * from "./applications.ts";
