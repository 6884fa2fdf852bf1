// Components as a tree: each component with its path, ids for components that have none, and the
// check for duplicate ids. Source: protocol: commands-and-interactions 5.5.
import { isPlainObject, type ValidationIssue } from "@antechamber/contract/schema";

type Path = readonly (string | number)[];

export interface Component {
  readonly [field: string]: unknown;
}

/** A component, or any other value found in the place of one, with its path. */
export interface FoundComponent {
  readonly componentPath: Path;
  readonly component: unknown;
}

export function isComponent(value: unknown): value is Component {
  return isPlainObject(value);
}

/** Fields that hold one component. */
const SINGLE = ["component", "accessory"] as const;

/** The direct children of a component, with their paths. */
function children(component: Component): FoundComponent[] {
  const list: unknown = component["components"];
  const inner: readonly unknown[] = Array.isArray(list) ? list : [];
  const single = SINGLE.filter((name) => isComponent(component[name]));
  return [
    ...inner.map((child, i) => ({ componentPath: ["components", i], component: child })),
    ...single.map((name) => ({ componentPath: [name], component: component[name] })),
  ];
}

/** Every component with its path, parents first. */
export function everyComponent(list: readonly unknown[]): FoundComponent[] {
  const found: FoundComponent[] = [];
  function walk(componentPath: Path, component: unknown): void {
    found.push({ componentPath, component });
    if (!isComponent(component)) return;
    for (const child of children(component))
      walk([...componentPath, ...child.componentPath], child.component);
  }
  for (const [i, component] of list.entries()) walk([i], component);
  return found;
}

/** A copy of the component whose children are replaced. */
export function withChildren(component: Component, exchange: (child: Component) => object): object {
  const copy: Record<string, unknown> = { ...component };
  const { components } = component;
  if (Array.isArray(components)) {
    copy["components"] = components.map((child) => exchange(child as Component));
  }
  for (const name of SINGLE) {
    const child = component[name];
    if (isComponent(child)) copy[name] = exchange(child);
  }
  return copy;
}

function repeats(
  all: readonly FoundComponent[],
  field: string,
  issue: Omit<ValidationIssue, "path">,
): ValidationIssue[] {
  const seen = new Set<unknown>();
  return all.flatMap(({ componentPath, component }) => {
    const value = isComponent(component) ? component[field] : undefined;
    // An id of 0 counts as absent.
    if (value === undefined || value === null || value === 0) return [];
    const isRepeated = seen.has(value);
    seen.add(value);
    return isRepeated ? [{ ...issue, path: [...componentPath, field] }] : [];
  });
}

/** Faults for duplicate ids and custom ids. The leaf code for duplicate ids is not public. */
export function repeatedIds(all: readonly FoundComponent[]): ValidationIssue[] {
  return [
    ...repeats(all, "custom_id", {
      code: "COMPONENT_CUSTOM_ID_DUPLICATED",
      message: "Component custom id cannot be duplicated",
    }),
    ...repeats(all, "id", {
      code: "COMPONENT_ID_DUPLICATED",
      message: "Component id cannot be duplicated",
    }),
  ];
}

function isUsableId(id: unknown): id is number {
  return Number.isInteger(id) && (id as number) > 0 && (id as number) <= 2_147_483_647;
}

/** Gives each component without an id a number, counting from 1, parents first. */
export function numbered(list: readonly unknown[]): object[] {
  const ids = everyComponent(list).map(({ component }) => (component as Component)["id"]);
  const taken = new Set(ids.filter(isUsableId));
  let last = 0;
  function next(): number {
    do last++;
    while (taken.has(last));
    return last;
  }
  function number(component: Component): object {
    const { type, id, ...fields } = component;
    return withChildren({ type, id: isUsableId(id) ? id : next(), ...fields }, number);
  }
  return list.map((each) => number(each as Component));
}
