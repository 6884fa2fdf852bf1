// Tic-tac-toe of two members by nine buttons.
import {
  ActionRowBuilder,
  ButtonBuilder,
  ButtonStyle,
  Client,
  Events,
  GatewayIntentBits as Intents,
  MessageFlags,
} from "discord.js";

const client = new Client({ intents: [Intents.Guilds] });
const games = new Map();
/** A click may come before the answer that says which message has the buttons. */
let beginning = Promise.resolve();
const lines = [
  [0, 1, 2],
  [3, 4, 5],
  [6, 7, 8],
  [0, 3, 6],
  [1, 4, 7],
  [2, 5, 8],
  [0, 4, 8],
  [2, 4, 6],
];
const styles = { X: ButtonStyle.Primary, O: ButtonStyle.Danger };

const winnerOf = (cells) =>
  lines
    .map((line) => line.map((at) => cells[at]))
    .find(([a, b, c]) => a !== undefined && a === b && b === c)?.[0];

function rowsOf({ cells, isOver }) {
  const button = (at) =>
    new ButtonBuilder()
      .setCustomId(`cell:${at}`)
      .setLabel(cells[at] ?? "-")
      .setStyle(styles[cells[at]] ?? ButtonStyle.Secondary)
      .setDisabled(isOver || cells[at] !== undefined);
  return [0, 3, 6].map((from) =>
    new ActionRowBuilder().addComponents([0, 1, 2].map((at) => button(from + at))),
  );
}

async function begin(interaction) {
  const other = interaction.options.getUser("other", true);
  const game = { players: [interaction.user, other], cells: Array(9).fill(), turn: 0 };
  const content = `${interaction.user} begins`;
  const { resource } = await interaction.reply({
    content,
    components: rowsOf(game),
    withResponse: true,
  });
  games.set(resource.message.id, game);
}

async function play(interaction) {
  await beginning;
  const game = games.get(interaction.message.id);
  const { user } = interaction;
  const refuse = (content) => interaction.reply({ content, flags: MessageFlags.Ephemeral });
  if (!game.players.some(({ id }) => id === user.id)) return refuse("You do not play");
  if (game.players[game.turn % 2].id !== user.id) return refuse("It is not your turn");
  game.cells[Number(interaction.customId.split(":")[1])] = "XO"[game.turn % 2];
  game.turn += 1;
  const winner = winnerOf(game.cells);
  game.isOver = winner !== undefined || game.turn === 9;
  const next = game.players[game.turn % 2];
  const content =
    winner === undefined ? (game.isOver ? "Nobody wins" : `${next} is next`) : `${user} wins`;
  await interaction.update({ content, components: rowsOf(game) });
}

client.on(Events.InteractionCreate, async (interaction) => {
  if (interaction.isChatInputCommand()) await (beginning = begin(interaction));
  if (interaction.isButton()) await play(interaction);
});
client.once(Events.ClientReady, async () => {
  const options = [{ name: "other", description: "Who plays too", type: 6, required: true }];
  const command = { name: "tictactoe", description: "Play tic-tac-toe", options };
  await client.application.commands.create(command);
  console.log("ready");
});
await client.login();
