// The components of a message or modal that a user can click, choose in or fill in.
import { ButtonStyle, ComponentType, isSelect } from "@antechamber/contract/component-types";
import { CannotDo } from "../client/errors.ts";
import { suggestion } from "../client/nearest.ts";
import type { Component } from "../client/wire-types.ts";

/** An interactive component. */
export interface Control {
  readonly component: Component;
  /** What people see on it or beside it. */
  readonly label: string | undefined;
}

/** Every interactive component, the outermost first. */
export function controlsIn(components: readonly Component[], label?: string): readonly Control[] {
  return components.flatMap((each) => {
    const { component, components: inner = [], accessory } = each;
    const held = [...inner, ...(component === undefined ? [] : [component])];
    const within = [...held, ...(accessory === undefined ? [] : [accessory])];
    // The label component contains its field. A button may have an emoji alone.
    const face = each.placeholder ?? each.emoji?.name ?? undefined;
    const own = { component: each, label: each.label ?? label ?? face };
    return [
      ...(each.custom_id === undefined && each.url === undefined ? [] : [own]),
      ...controlsIn(within, component === undefined ? label : each.label),
    ];
  });
}

/** The visible text of components, with the names of interactive ones in brackets. */
export function visibleText(components: readonly Component[]): readonly string[] {
  return components.flatMap((each) => {
    const { component, components: inner = [], accessory, custom_id: id, url, content } = each;
    const name = each.label ?? each.placeholder ?? each.emoji?.name ?? id ?? url;
    const isUsable = id !== undefined || url !== undefined;
    const held = [component, accessory].filter((one) => one !== undefined);
    return [
      ...(typeof content === "string" ? [content] : []),
      ...(isUsable ? [`[${name}]`] : []),
      ...visibleText([...inner, ...held]),
    ];
  });
}

/** Whether an interactive component has this label or custom id. */
export function hasControl(components: readonly Component[], named: string): boolean {
  return controlsIn(components).some((each) => isNamed(each, named));
}

/** The custom id of the button with a label or custom id. @throws CannotDo */
export function buttonIn(components: readonly Component[], named: string): string {
  const { component } = controlFor(components, named, {
    what: "button",
    fits: ({ type }) => type === ComponentType.BUTTON,
  });
  if (component.style === ButtonStyle.LINK || component.style === ButtonStyle.PREMIUM) {
    throw new CannotDo(
      `the button "${named}" opens a link or a purchase: the application receives no interaction`,
    );
  }
  return component.custom_id ?? "";
}

/** The select menu with a placeholder or custom id. @throws CannotDo */
export function menuIn(components: readonly Component[], named: string): Component {
  return controlFor(components, named, {
    what: "menu",
    fits: ({ type }) => isSelect(type),
  }).component;
}

/** The values of a menu's options by their labels or values. @throws CannotDo */
export function optionValuesOf(menu: Component, chosen: readonly string[]): readonly string[] {
  const { options } = menu;
  if (options === undefined) return chosen;
  return chosen.map((each) => {
    const option = options.find(({ label, value }) => label === each || value === each);
    if (option !== undefined) return option.value;
    const labels = options.map(({ label }) => label);
    throw new CannotDo(`the menu has no option "${each}"${suggestion(each, labels)}`);
  });
}

/** Field values by custom id, given by label or custom id. @throws CannotDo */
export function filledFields(
  components: readonly Component[],
  fields: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const all = controlsIn(components);
  return Object.fromEntries(
    Object.entries(fields).map(([named, value]) => {
      const { component } = found(all, named, "field");
      return [component.custom_id ?? "", filledIn(component, value)];
    }),
  );
}

/** A field's value, in which labels of options are replaced by their values. */
function filledIn(field: Component, value: unknown): unknown {
  if (typeof value === "string") return optionValuesOf(field, [value])[0];
  return Array.isArray(value) ? optionValuesOf(field, value.map(String)) : value;
}

interface ControlQuery {
  readonly what: string;
  readonly fits: (component: Component) => boolean;
}

function controlFor(
  components: readonly Component[],
  named: string,
  { what, fits }: ControlQuery,
): Control {
  const fitting = controlsIn(components).filter(({ component }) => fits(component));
  const control = found(fitting, named, what);
  if (control.component.disabled === true) {
    throw new CannotDo(`the ${what} "${named}" is disabled`);
  }
  return control;
}

function isNamed({ component, label }: Control, named: string): boolean {
  return label === named || component.custom_id === named;
}

function found(controls: readonly Control[], named: string, what: string): Control {
  const matching = controls.filter((each) => isNamed(each, named));
  const [first, second] = matching;
  if (first === undefined) {
    const names = controls.map(({ component, label }) => label ?? component.custom_id ?? "");
    throw new CannotDo(`there is no ${what} "${named}"${suggestion(named, names)}`);
  }
  if (second !== undefined) {
    const ids = matching.map(({ component }) => component.custom_id ?? component.url).join(", ");
    throw new CannotDo(`several are named "${named}": ${ids}; use the custom id`);
  }
  return first;
}
