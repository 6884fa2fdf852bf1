declare module "har-schema" {
  /** The schema of each part of an archive, by its name. */
  const schemas: Readonly<Record<string, object>>;
  export default schemas;
}
