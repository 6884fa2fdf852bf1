// Components as they are kept: whole numbers of any size turned to text, and each component with an id.
// Source: protocol: commands-and-interactions 5.5.
import type { Fault } from "@antechamber/contract";

/** Rows of a message without the newer components. */
const ROWS_MAX = 5;
/** Components of the newer kind, nested ones counted too. */
const COMPONENTS_MAX = 40;
/** Characters of all components as JSON: more than their fields can hold together. */
const ENCODED_MAX = 100_000;

const ACTION_ROW = 1;

type Path = readonly (string | number)[];
interface Component {
  readonly [field: string]: unknown;
}

export interface ReadComponents {
  readonly components: object[];
  readonly faults: readonly Fault[];
}

function isComponent(value: unknown): value is Component {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A copy that JSON can hold: ids may have come as integers that a double would round. */
function plain(value: unknown): unknown {
  if (typeof value === "bigint") return value.toString();
  if (Array.isArray(value)) return value.map(plain);
  if (!isComponent(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, plain(field)]));
}

/** The components directly inside one, with their places. */
function children(component: Component): { place: Path; child: unknown }[] {
  const list: unknown = component["components"];
  const inner: readonly unknown[] = Array.isArray(list) ? list : [];
  const single = ["component", "accessory"].filter((name) => isComponent(component[name]));
  return [
    ...inner.map((child, i) => ({ place: ["components", i], child })),
    ...single.map((name) => ({ place: [name], child: component[name] })),
  ];
}

/** Every component with its place, parents first. */
function everyComponent(list: readonly unknown[]): { place: Path; component: unknown }[] {
  const walk = (place: Path, component: unknown): { place: Path; component: unknown }[] => [
    { place, component },
    ...(isComponent(component)
      ? children(component).flatMap((each) => walk([...place, ...each.place], each.child))
      : []),
  ];
  return list.flatMap((component, i) => walk([i], component));
}

function shapeFault(place: Path, component: unknown): Fault | undefined {
  if (!isComponent(component)) {
    const message = "Only dictionaries may be used in a ModelType";
    return { path: place, code: "MODEL_TYPE_CONVERT", message };
  }
  const type = component["type"];
  if (type === undefined || type === null) {
    const message = 'Field "type" is required to determine the model type.';
    return { path: place, code: "TAG_FIELD_MISSING", message };
  }
  if (!Number.isInteger(type)) {
    const message = `Value "${JSON.stringify(type).slice(0, 100)}" is not int.`;
    return { path: [...place, "type"], code: "NUMBER_TYPE_COERCE", message };
  }
  return undefined;
}

function rowFaults(rows: readonly unknown[]): Fault[] {
  const faults: Fault[] = [];
  if (rows.length > ROWS_MAX) {
    const message = `Must be ${ROWS_MAX} or fewer in length.`;
    faults.push({ path: [], code: "BASE_TYPE_MAX_LENGTH", message });
  }
  for (const [i, row] of rows.entries()) {
    if (!isComponent(row) || !Number.isInteger(row["type"])) continue;
    if (row["type"] !== ACTION_ROW) {
      const message = 'Value of field "type" must be one of (1,).';
      faults.push({ path: [i], code: "UNION_TYPE_CHOICES", message });
    } else if (!Array.isArray(row["components"])) {
      const path = [i, "components"];
      faults.push({ path, code: "BASE_TYPE_REQUIRED", message: "This field is required" });
    } else if (row["components"].length < 1 || row["components"].length > 5) {
      const message = "Must be between 1 and 5 in length.";
      faults.push({ path: [i, "components"], code: "BASE_TYPE_BAD_LENGTH", message });
    }
  }
  return faults;
}

function repeatedCustomIds(all: readonly { place: Path; component: unknown }[]): Fault[] {
  const seen = new Set<unknown>();
  return all.flatMap(({ place, component }) => {
    const id = isComponent(component) ? component["custom_id"] : undefined;
    if (typeof id !== "string") return [];
    const isRepeated = seen.has(id);
    seen.add(id);
    const message = "Component custom id cannot be duplicated";
    const path = [...place, "custom_id"];
    return isRepeated ? [{ path, code: "COMPONENT_CUSTOM_ID_DUPLICATED", message }] : [];
  });
}

function totalFaults(count: number, encodedLength: number): Fault[] {
  if (count > COMPONENTS_MAX) {
    const message = `Total number of components cannot exceed ${COMPONENTS_MAX}`;
    return [{ path: [], code: "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", message }];
  }
  if (encodedLength > ENCODED_MAX) {
    const message = `Must be ${ENCODED_MAX} or fewer in length.`;
    return [{ path: [], code: "BASE_TYPE_MAX_LENGTH", message }];
  }
  return [];
}

function isUsableId(id: unknown): id is number {
  return Number.isInteger(id) && (id as number) > 0 && (id as number) <= 2_147_483_647;
}

/** Components without an id of their own are numbered from 1, parents first. */
function numbered(list: readonly unknown[]): object[] {
  const given = everyComponent(list).map(({ component }) => (component as Component)["id"]);
  const taken = new Set(given.filter(isUsableId));
  let last = 0;
  function next(): number {
    do last++;
    while (taken.has(last));
    return last;
  }
  function number(component: Component): object {
    const { type, id, ...fields } = component;
    const copy: Record<string, unknown> = { type, id: isUsableId(id) ? id : next(), ...fields };
    for (const name of ["components", "component", "accessory"]) {
      const inner = copy[name];
      if (Array.isArray(inner)) copy[name] = inner.map((each) => number(each as Component));
      else if (isComponent(inner)) copy[name] = number(inner);
    }
    return copy;
  }
  return list.map((each) => number(each as Component));
}

/**
 * Reads the components of a message; paths of faults begin inside the list.
 *
 * @param isV2 whether the message has the flag that allows the newer components
 */
export function readComponents(given: readonly unknown[], isV2: boolean): ReadComponents {
  const list = given.map(plain);
  const all = everyComponent(list);
  const faults = [
    ...all.flatMap(({ place, component }) => shapeFault(place, component) ?? []),
    ...(isV2 ? [] : rowFaults(list)),
    ...repeatedCustomIds(all),
    ...totalFaults(all.length, JSON.stringify(list).length),
  ];
  return faults.length > 0 ? { components: [], faults } : { components: numbered(list), faults };
}
