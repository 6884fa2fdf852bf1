import { expect, test } from "vitest";
import { anMp3, anOgg, MP3_FRAME_MS } from "../../../testing/files/sound-files.ts";
import { defaultSoundFile, defaultSounds } from "./default-sounds.ts";
import { soundFile } from "./sound-files.ts";

const tag = Buffer.concat([
  Buffer.from("ID3\u0004\0\0"),
  Buffer.from([0, 0, 1, 2]),
  Buffer.alloc(130),
]);
/** A frame of MPEG 2 at 48 kbit/s and 24 kHz: as long as the frames above, with 144 bytes. */
const second = Buffer.alloc(144);
second.writeUInt32BE(0xff_f3_64_c4);

test.each([
  ["an MP3", anMp3(10), "audio/mpeg", 10 * MP3_FRAME_MS],
  ["an MP3 behind a tag", Buffer.concat([tag, anMp3(2)]), "audio/mpeg", 2 * MP3_FRAME_MS],
  ["an MP3 before a tag", Buffer.concat([anMp3(2), Buffer.from("TAG")]), "audio/mpeg", 48],
  ["an MP3 of MPEG 2", Buffer.concat([second, second]), "audio/mpeg", 48],
  ["an Ogg with Opus", anOgg(200), "audio/ogg", 200],
  ["an Ogg with Vorbis", anOgg(200, "vorbis"), "audio/ogg", 200],
])("the duration of %s is read from the file", (_what, bytes, contentType, durationMs) => {
  expect(soundFile(bytes)).toEqual({ contentType, durationMs });
});

test.each([
  ["text", Buffer.from("no sound")],
  ["nothing", Buffer.alloc(0)],
  ["a picture", Buffer.from("89504e470d0a1a0a", "hex")],
  ["an Ogg of another codec", anOgg().fill(0, 28, 40)],
  ["an Ogg without sound", anOgg(0)],
  ["an Ogg that ends early", anOgg().subarray(0, 50)],
  ["a tag alone", tag],
])("%s is rejected as a sound", (_what, bytes) => {
  expect(soundFile(bytes)).toBeUndefined();
});

test("every default sound has a file", () => {
  expect(defaultSounds.length).toBeGreaterThan(0);
  for (const { sound_id } of defaultSounds) {
    const file = soundFile(Buffer.from(defaultSoundFile(sound_id) ?? "", "base64"));
    expect(file?.contentType).toBe("audio/mpeg");
    expect(file?.durationMs).toBeGreaterThan(300);
  }
});
