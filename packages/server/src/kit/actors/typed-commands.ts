// Types of commands by their manifests, so that the compiler checks options.

/** A user of the world. */
interface Somebody {
  readonly id: string;
}

/** An option, subcommand or subcommand group of a manifest; `type` is the number of its type. */
export interface ManifestOption {
  readonly type: number;
  readonly name: string;
  readonly required?: boolean;
  readonly choices?: readonly { readonly name: string; readonly value: string | number }[];
  readonly options?: readonly ManifestOption[];
  readonly [field: string]: unknown;
}

/** A command as it is registered: `const ban = { … } as const satisfies CommandManifest`. */
export interface CommandManifest {
  readonly name: string;
  readonly options?: readonly ManifestOption[];
  readonly [field: string]: unknown;
}

/** The type of the values of each option type. Source: protocol: commands-and-interactions 3.2. */
interface ValueOfKind {
  "3": string;
  "4": number;
  "5": boolean;
  "6": Somebody | string;
  "7": string;
  "8": string;
  "9": Somebody | string;
  "10": number;
  "11": string;
}

type ValueOf<O extends ManifestOption> = O extends {
  readonly choices: readonly { readonly value: infer V }[];
}
  ? V
  : `${O["type"]}` extends keyof ValueOfKind
    ? ValueOfKind[`${O["type"]}`]
    : never;

/** Option values by name; optional ones may be omitted. */
type ValuesOf<Os> = Os extends readonly ManifestOption[]
  ? {
      readonly [
        O in Os[number] as O extends { readonly required: true } ? O["name"] : never
      ]: ValueOf<O>;
    } & {
      readonly [
        O in Os[number] as O extends { readonly required: true } ? never : O["name"]
      ]?: ValueOf<O>;
    }
  : Readonly<Record<string, never>>;

/** A subcommand by its path, `edit add`, with its options. */
type Subcommands<Os> = Os extends readonly (infer O)[]
  ? O extends ManifestOption
    ? `${O["type"]}` extends "1"
      ? { readonly path: O["name"]; readonly options: O["options"] }
      : `${O["type"]}` extends "2"
        ? Within<O["name"], Subcommands<O["options"]>>
        : never
    : never
  : never;

type Within<G extends string, S> = S extends {
  readonly path: infer P extends string;
  readonly options: infer Os;
}
  ? { readonly path: `${G} ${P}`; readonly options: Os }
  : never;

/** The paths of a command's subcommands; never for a command without any. */
export type PathsOf<M extends CommandManifest> = Subcommands<M["options"]>["path"];

/** The options of a command. */
export type OptionsOf<M extends CommandManifest> = ValuesOf<M["options"]>;

/** The options of a subcommand. */
export type OptionsAt<M extends CommandManifest, P extends PathsOf<M>> = ValuesOf<
  Extract<Subcommands<M["options"]>, { readonly path: P }>["options"]
>;

/** Values in the form of the control plane: users by id. */
export function plainValues(values: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, isSomebody(value) ? value.id : value]),
  );
}

function isSomebody(value: unknown): value is Somebody {
  return typeof value === "object" && value !== null && "id" in value;
}
