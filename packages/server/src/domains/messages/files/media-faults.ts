// Components name files of their message by `attachment://`: each must be there.
// Source: protocol: commands-and-interactions 5.5; the leaf code is the one that clients have seen.
import type { Attachment, Fault, Static } from "@antechamber/contract";
import type { FilePlan } from "./attaching.ts";
import { filenameOf } from "./attachment.ts";
import { everyComponent, type Component } from "../components/component-tree.ts";

const SCHEME = "attachment://";

interface Reference {
  readonly path: Fault["path"];
  readonly url: string;
}

/** Every address of media in a component itself. */
function referencesIn(component: Component): Reference[] {
  const items: unknown = component["items"];
  const places: [Fault["path"], unknown][] = [
    [["media"], component["media"]],
    [["file"], component["file"]],
    ...(Array.isArray(items) ? items : []).map((item: Component, i): [Fault["path"], unknown] => [
      ["items", i, "media"],
      item["media"],
    ]),
  ];
  return places.flatMap(([path, media]) => {
    const url = (media as { url?: unknown } | undefined)?.url;
    return typeof url === "string" ? [{ path: [...path, "url"], url }] : [];
  });
}

/** References to files that are neither new nor the message's; paths begin inside the list. */
export function mediaFaults(
  components: readonly object[],
  { added }: FilePlan,
  there: readonly Static<typeof Attachment>[],
): Fault[] {
  const names = new Set([
    ...there.map((file) => file.filename),
    ...added.flatMap((file) => [file.name, filenameOf(file)]),
  ]);
  return everyComponent(components).flatMap(({ place, component }) =>
    referencesIn(component as Component)
      .filter(({ url }) => url.startsWith(SCHEME) && !names.has(url.slice(SCHEME.length)))
      .map(({ path }) => ({
        path: [...place, ...path],
        code: "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
        message: "The referenced attachment was not found",
      })),
  );
}
