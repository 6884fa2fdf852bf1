// The components of a message or modal that a user can use.
import { everyComponent } from "../../messages/components/component-tree.ts";
import type { Fillable } from "./component-values.ts";

/** A stored component, with the fields that can hold nested components in a modal. */
export interface TreeNode {
  readonly type: number;
  readonly id?: number;
  readonly components?: readonly TreeNode[];
  readonly component?: TreeNode;
}

/** The components that have a custom id. */
export function fillables(components: readonly object[]): readonly Fillable[] {
  // Stored components were checked when they were sent.
  const all = everyComponent(components).map((each) => each.component as Partial<Fillable>);
  return all.filter((each): each is Fillable => typeof each.custom_id === "string");
}
