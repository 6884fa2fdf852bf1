// Where a message shows its files: files that an embed or a component shows are not listed again as
// attachments. Source: protocol: commands-and-interactions 5.5, gateway-oauth-limits 1.7.
import type { Attachment } from "@antechamber/contract/messages";
import type { Static } from "@antechamber/contract/schema";
import type { Context } from "../../platform/context.ts";
import { definedFields } from "../../platform/defined-fields.ts";
import type { FilePlan } from "./files/attaching.ts";
import { storeFile } from "./files/attachment.ts";
import { storedAddress } from "./files/file-addresses.ts";
import { withChildren, type Component } from "./components/component-tree.ts";

type Shown = Static<typeof Attachment>;

/** The files, embeds and components of a message, each file in the place that shows it. */
export interface Placement {
  readonly embeds: object[];
  readonly components: object[];
  /** Files that are listed as attachments. */
  readonly attachments: Shown[];
  /** Files that an embed or a component shows. */
  readonly shownAttachments: Shown[];
}

export interface Parts {
  readonly channelId: string;
  readonly embeds: readonly object[];
  readonly components: readonly object[];
  readonly plan: FilePlan;
  /** Every file that the message had before the change. */
  readonly there: readonly Shown[];
  readonly isEphemeral: boolean;
}

/** Resolves an address to a file of the message, and records that the file is shown. */
interface Finder {
  readonly find: (url: unknown) => Shown | undefined;
  readonly shown: ReadonlySet<Shown>;
}

const SCHEME = "attachment://";

function finder(ctx: Context, byName: ReadonlyMap<string, Shown>, all: readonly Shown[]): Finder {
  const byUrl = new Map(all.map((file) => [file.url, file]));
  const referenced = new Set<Shown>();
  return {
    shown: referenced,
    find(url) {
      if (typeof url !== "string") return undefined;
      const name = url.startsWith(SCHEME) ? url.slice(SCHEME.length) : undefined;
      const file = name === undefined ? byUrl.get(storedAddress(ctx, url)) : byName.get(name);
      if (file !== undefined) referenced.add(file);
      return file;
    },
  };
}

/** Stores new files, and puts each file in the place where the message shows it. */
export async function placeFiles(ctx: Context, parts: Parts): Promise<Placement> {
  const { plan, there, channelId, isEphemeral } = parts;
  const byName = new Map([...there, ...plan.kept].map((file) => [file.filename, file]));
  const listed = [...plan.kept];
  for (const file of plan.added) {
    const stored = await storeFile(ctx, file, { channelId, isEphemeral });
    // `attachment://` refers to the name that the sender gave, which may differ from the stored
    // one. A new file takes precedence over an earlier file of the same name.
    byName.set(file.name, stored).set(stored.filename, stored);
    listed.push(stored);
  }
  const isListed = new Set(listed.map((file) => file.id));
  const files = finder(ctx, byName, [...there.filter(({ id }) => !isListed.has(id)), ...listed]);
  const embeds = parts.embeds.map((embed) => placedEmbed(embed, files));
  const components = parts.components.map((each) => placedComponent(ctx, each as Component, files));
  return {
    embeds,
    components,
    attachments: listed.filter((file) => !files.shown.has(file)),
    shownAttachments: [...files.shown],
  };
}

interface Picture {
  readonly url?: unknown;
}

function picture(file: Shown) {
  const { url, proxy_url, width, height, content_type } = file;
  return {
    url,
    proxy_url,
    ...(width === undefined || height === undefined ? {} : { width, height }),
    ...definedFields({ content_type }),
  };
}

function placedEmbed(embed: object, { find }: Finder): object {
  const { image, thumbnail, footer, author, ...rest } = embed as Record<string, unknown>;
  const media = (name: string, value: unknown) => {
    if (value === undefined) return {};
    const file = find((value as Picture).url);
    return { [name]: file === undefined ? value : picture(file) };
  };
  const icon = (name: string, value: unknown) => {
    if (value === undefined) return {};
    const file = find((value as { icon_url?: unknown }).icon_url);
    return { [name]: file === undefined ? value : { ...(value as object), icon_url: file.url } };
  };
  return {
    ...rest,
    ...media("image", image),
    ...media("thumbnail", thumbnail),
    ...icon("footer", footer),
    ...icon("author", author),
  };
}

function placedComponent(ctx: Context, component: Component, files: Finder): object {
  const { media, file, items, ...rest } = component;
  const place = (value: unknown) => placedMedia(ctx, value as Media, files);
  const placed = {
    ...rest,
    ...(media === undefined ? {} : { media: place(media) }),
    ...(file === undefined ? {} : placedFile(ctx, file as Media, files)),
    ...(Array.isArray(items)
      ? { items: items.map((item: Component) => ({ ...item, media: place(item["media"]) })) }
      : {}),
  };
  return withChildren(placed, (child) => placedComponent(ctx, child, files));
}

interface Media {
  readonly id?: string;
  readonly url: string;
}

/** Media that were in the message before the change keep their stored metadata. */
function placedMedia(ctx: Context, media: Media, { find }: Finder): object {
  const file = find(media.url);
  if (file !== undefined) return { id: file.id, ...picture(file), attachment_id: file.id };
  return media.id === undefined ? { id: ctx.id(), url: media.url, proxy_url: media.url } : media;
}

function placedFile(ctx: Context, media: Media, files: Finder): object {
  const file = files.find(media.url);
  return {
    file: placedMedia(ctx, media, files),
    ...(file === undefined ? {} : { name: file.filename, size: file.size }),
  };
}
