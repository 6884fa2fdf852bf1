// The default sounds: four tones of a third of a second, made for this service, as MP3.
// Source: protocol: expressions-and-events 2.1.
import type { SoundboardSound } from "@antechamber/contract/guilds";
import type { Static } from "@antechamber/contract/schema";

type Sound = Static<typeof SoundboardSound>;

const sound = (sound_id: string, name: string, emoji_name: string): Sound => ({
  sound_id,
  name,
  volume: 1,
  emoji_id: null,
  emoji_name,
  available: true,
});

export const defaultSounds: readonly Sound[] = [
  sound("1", "Ding", "🔔"),
  sound("2", "Buzz", "🐝"),
  sound("3", "Rise", "📈"),
  sound("4", "Fall", "📉"),
];

/** The file of a default sound, in base64, or undefined. */
export function defaultSoundFile(id: string): string | undefined {
  return files[id]?.join("");
}

const files: Readonly<Record<string, readonly string[]>> = {
  // Ding.
  1: [
    "//MoxAAOcNqaP0FgAgABOQAUuAA//4AAGMY8xjmZylJp173vf2Dg8JYhgDgBgfVnAkHg8Hwf+GH/BAEAwPB8/ggC",
    "AY/UCDkw//MoxAAOmOMqX4GhAgMBgMBcBgMABQOBwOAPJ/Lxf6qlTT/F2A0PAwFcD0gyKan5zN3DP//Pf/PWCb/8",
    "eDQmCpH//+GhK4NA//MoxAANANa4AcHIAP/U8tQsygHrnd5bw/mGse51o0+0neIKiHPqgBdXG50AAyFWAmHAqFQy",
    "YBkKsMmh7GI//+lMQU1FAAAA//MoxAANyQ6wCh5TIJw//7ftM8iOkknQaKtMc1GcGqXK07Zu1GxmB8F1jbabM01e",
    "ktUY/HYHQudFyzDCDBFf+rQ43tUmIKaA//MoxAAN2NbqPgBUPgI2/ojdu3AZHZaPR1Ji5c6nX6BNAqE6GlQENGxy",
    "ByVpo6Wf90bHY5Y1I1A5Kv+hqWGWAQXHNG3piCmg//MoxAAOCO7FdgBgdgCvTexADsyc7O0VnaKj+3TASEKeZI6x",
    "45PJNHopa8eB2oaPIjE/8elSGj2DE0M///aMMCqWjGj0piCA//MoxAAOaOq9vgQYlAA40BC7bsBuy9SnfqVf/rXU",
    "wASMPdZh29+iCeYbIgFool8UN1f2IjmPSKJgZlAz/8XS9bTKFknIF0Jg//MoxAANiOK0XgBirPkhVt2AepUeZZ63",
    "oPpAH4bZo5w7SMSD0TNzFNFtDzV36JmNYKRZLTV6H12frrixZphD0DkitiYgpqKA//MoxAAOAMrEXgBarvoacltA",
    "RaJnotEVn6+sJUZJsByYAPOtcxzDbX2Wm2/7bLKBEGmGxKHSQhS1P+lqBRAoWJFkCiVpTEFN//MoxAAOQO6QHgBy",
    "kWE7gAJ2VkTEVHRsqM1jug+ri+xPGya7TWLudutUv5Wa0T1wxnVaGzX////+1ujRaVrdaGZnerszFExB//MoxAAA",
    "AANIAAAAAExBTUUDAAkIAAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
    "//MoxAAAAANIAAAAAExBTUUDAAkIAAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
    "AAAAAAAA",
  ],
  // Buzz.
  2: [
    "//MoxAAOCCK0V0MYAhke5J0O76AAAIAAIHBO8Hz75QEAQOQQ5d/BCXfB8H+p1EHw+oH3iAMFDnB9//y5/hj///lD",
    "kTvJpiCA//MoxAAOsZcqX404AqBgMBgMBgMBgMBgMAADol1eC4/iBjy84qAX+QRiP/HBmf/4P80v//HDcaf/+har",
    "5N3/Qp5e3/6VSkgs//MoxAAOmYLyP8o4AgIChLbjSSg5wlE40c75UNF/x3/QSXf0lQhNN9WURDk/OEs3pWaGSV60",
    "x5v8T+p/W73db+r7vf7vZ7Ug//MoxAAOIYbW3mgO4ACQUCHdtASo8PwkRfJB+pzw2/5WXtBf/mhM/+J/7QKVataA",
    "u391A9uu0sXR2eS9Ht8j6PV6fK+q5MQQ//MoxAAOSk7CNgPOBAOAAJtkE0cToLJLwb/EAFf8dBD/HwdM36Bj9cIv",
    "7Q3t+Kf+We/4mf/dv8q3/b/Vv+X8j5XynlvLz6YA//MoxAANgYbO/gPOBACQBgQbJKS3x0kVyrZL/EwBZyfoLf9R",
    "j9Y+EdPXB7/xj/ih/8Iv7yRZPJe30eS9vp9Pr8r6LExBTUUA//MoxAAOIaq+XmgO4AKAQhIpWQlh41AzG/8nC+/8",
    "qJfEwVnetgCqfxK/tDW1toO2tSrRW3+J2/yvrf7vd1u63ezz3nvetMQQ//MoxAAOmdrJnlAa4gzSPTkZSg9A2Pb8",
    "fBa/zg2ekHpv6QtW/yjt7SDtfaMl7X2jxP2ttJUtt7UT9/as/93u93u93nfO+dLA//MoxAAOIaqllgQOAAgBGKkE",
    "QKKYOnT8LgW/oJxt/lRpN9I+E7r/GdvaJW3TEbbpipPpiZ/8o/Te7u6nalW6nt7/f7/YhMQQ//MoxAAOYnqZlIAO",
    "4AQwCVwCNahTwfLb1qG6RiLflEeGwlf6TAi/1Ej/iT/xT/eEbJ86Ni1/yn/R/+3+n/R/+X+e857vOpTA//MoxAAA",
    "AANIAAAAAExBTUUDAAkIAAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
    "//MoxAAAAANIAAAAAExBTUUDAAkIAAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
    "AAAAAAAA",
  ],
  // Rise.
  3: [
    "//MoxAAMMFKMWU8QAgbcuHvDfv9wFYrE+QcI+DnEPQtsORUT5B8Hz5QEAwUBAHz4Pg+DgIO8P/DAPn/BAEExBTUU",
    "DAAkIAAQ//MoxAANeE7RlZswAkMMMMQgwwwwAOTP73iHB5hkTKWe+2E6EncImP4uYcCSwLAlcdyrvgrb9TxE/+Io",
    "V/6iX//bIpiCmooA//MoxAAOmFa4X9kYAAWlttoA7zW9b1nzHUSUqAohmlCCcYQM4JON/OveaJqa9Kp800o15FUf",
    "ehcwPFWGVj2GULnEr//9CrUA//MoxAAN8Fb8fgAMDgJbv9/+A8yDFkz+q0sk2gYwUKhM282JQgwUR9bQDehcUW0w",
    "keSFYp/0zYupgshxsfF1M/+topYhMQU0//MoxAAOGG7hvgBYLg8AA5KBtsAVy/5ZKeDIRDCL+1zRpwKOYOaMjUDk",
    "K//+FGhNwTdf+mVlSSiAskVQw01zP+qNQNQpKYgg//MoxAANSG7yXggEhgJYAAJf9/+B/ZjCI7W4COf+hjqkMQwA",
    "AUDkDLR/jEu+tIqAmj0BVLf+lhlo8gPS2P0f/66kJiCmooAA//MoxAAMuILqXgCMUgBLAAJd9/wAqyM7on+FJBSJ",
    "O/zLC6BrGmAmtpiOa5Oz1odFzDhwuYSOZT/F9IvgZlL7EpiCmooGABIQ//MoxAAOII7aPgBMbgAJMDl122AT0zy/",
    "/VAwWYhqi0VAs2kBhkIxZQsCt/1Zq9IDDIRULKa5D/81NJGpFViymuQ9H/1xVMQQ//MoxAANiJbkfgBGqpABb//w",
    "BLlX5qFGEfQRJEGGGGGppEwukLkwAwwwmSIkiIiQIkCERIFEC6Qun+hSVpKpUhSBVKYgpqKA//MoxAANiKbSXgBM",
    "jgABBADLdtsAy/y//0wMmEHgTSFDbBpQFyAInxqBYDMHJx3/YPQLgFo5KGjEhRLBv/9o1A1LByYgpqKA//MoxAAA",
    "AANIAAAAAExBTUUDAAkIAAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
    "//MoxAAAAANIAAAAAExBTUUDAAkIAAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
    "AAAAAAAA",
  ],
  // Fall.
  4: [
    "//MoxAANcN6CGUHAAAAIoAKD//BrnMYx4YYYYVJRGJZDamaEtFN+kBBgECgOqXALiKaPxSUlJSUlsHwfB8PnMoA/",
    "oTEFNRQA//MoxAAOiM71v4GYAgwAwFAIAAAIBAIBAB5C/8Qv6knUgWernQAMAb/hoJXTEYDu4mSv//lQE09/2CJR",
    "49/8sLD2NX//50qA//MoxAAN+Lq4C8HIAjw5zKlTMpHTCwkZYd53HtFJYsXfFFDanKwmdT3KXlw0BRCI0AUGRUQG",
    "h7ATQBQqwxX6e5qrotuamIKa//MoxAANWKqwCAvy4jtnIimSStmFmchEEOK0epcBkM5IROmDMay4KRkk/haALg0E",
    "B4uVabQ4kqLocb/3EVMF0vTiiYgpqKAA//MoxAAN6Irx/ggMphJG5dt/wOGCIkYr6/PTCAqj37B0dGgFYBqIiYix",
    "Df6WJY9r2jY+OAyy1BL+qpIqSaaa5j2Do2tCYgpo//MoxAANoHr6XgBEbgANQALd9/+AiJF/mwgMSGvMtHFS5NDR",
    "4NhJLX3fX2j6ktAoQGFkMc136kthAYMQwy0Yj//tGITEFNRQ//MoxAAOOHbBngCeTgKAKckkkAu6J/D2ZBHy2CHL",
    "MZsw0XMOULmHDhCYSDQdcBhT9eBgrIg0xQdCkWN//qZizKBfc3//0JiC//MoxAAOcGrVvgBSSgMABJcN/wBn/DpD",
    "oJCp/5ZLzSntWwQw2kaGRS3/jmiGDKDYZAYREYmaC0x+qLw4aAhkRjRGImgslyEw//MoxAAOoF6QXglwYAaYm3AA",
    "QCoBUzzAiR5lad0m8Z6yAsv5Cg2GxkYPCYxgxj77P/2uYMYdDR4ww2SYhietI8mOY57TDDDA//MoxAALUFp4EAv0",
    "JgGnUVL2urBOzBiTFozgmTjCQMGCwtS9NWtiHIwiFDbBqPX///HIby5Bo0aho1MQU1FAwAJCAAEAAAAA//MoxAAA",
    "AANIAAAAAExBTUUDAAkIAAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
    "//MoxAAAAANIAAAAAExBTUUDAAkIAAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
    "AAAAAAAA",
  ],
};
