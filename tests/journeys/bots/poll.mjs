// Asks a poll, follows its votes, ends it and says who won.
import { Client } from "oceanic.js";

const client = new Client({
  auth: `Bot ${process.env.DISCORD_TOKEN}`,
  gateway: { intents: ["GUILDS", "GUILD_MESSAGES", "GUILD_MESSAGE_POLLS", "MESSAGE_CONTENT"] },
});
const asked = {};

client.on("messageCreate", async (message) => {
  const { channelID: channel, content } = message;
  if (content === "!poll") {
    asked.poll = await client.rest.channels.createMessage(channel, {
      poll: {
        question: { text: "Lunch?" },
        answers: ["Tea", "Soup"].map((text) => ({ pollMedia: { text } })),
        duration: 1,
        allowMultiselect: false,
        layoutType: 1,
      },
    });
  }
  if (content !== "!end") return;
  await client.rest.channels.expirePoll(channel, asked.poll.id);
  const [first] = await client.rest.channels.getPollAnswerUsers(channel, asked.poll.id, 2);
  console.log(`soup: ${first.username}`);
});
client.on("messageCreate", ({ pollResults: results }) => {
  if (results === undefined) return;
  const { victorAnswerText: text, victorAnswerVotes: votes, totalVotes: all } = results;
  console.log(`won: ${text} with ${votes} of ${all}`);
});
client.on("messagePollVoteAdd", (_poll, user, answer) =>
  console.log(`vote ${answer.answerID ?? answer}`),
);
client.on("messagePollVoteRemove", () => console.log("vote taken back"));
client.once("ready", () => console.log("ready"));
client.on("error", (error) => console.error(error));
await client.connect();
