// Converts files that a user adds for the calls of the control plane.
import type { types } from "@antechamber/sdk/control";

const CHUNK = 0x80_00;

/** A file in the JSON of the control plane. */
export async function encoded(file: File): Promise<types.EncodedFile> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = "";
  for (let at = 0; at < bytes.length; at += CHUNK) {
    binary += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  }
  return {
    filename: file.name,
    data: btoa(binary),
    ...(file.type === "" ? {} : { content_type: file.type }),
  };
}

/** The files of a form's field. */
export function filesIn(data: FormData, name: string): readonly File[] {
  return data.getAll(name).filter((each): each is File => each instanceof File && each.name !== "");
}
