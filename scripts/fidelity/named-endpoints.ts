// Section 4.3 of the requirement sheet: endpoints of which it gives no more than the name. Their
// shapes come from what is documented of the reference.
import { testsOf, type Row, type Section } from "./row.ts";

const bulk = testsOf("packages/server/src/domains/lobbies/bulk.test.ts");
const connections = testsOf("packages/server/src/domains/users/connections.test.ts");
const games = testsOf("packages/server/src/domains/messages/sdk-messages/handlers.test.ts");
const invites = testsOf("packages/server/src/domains/lobbies/lobby-invites.test.ts");
const joining = testsOf("packages/server/src/domains/lobbies/joining.test.ts");
const messages = testsOf("packages/server/src/domains/lobbies/message-handlers.test.ts");
const ownMember = testsOf("packages/server/src/domains/guilds/own-member.test.ts");
const roles = testsOf("packages/server/src/domains/invites/roles.test.ts");
const search = testsOf("packages/server/src/domains/search/search.test.ts");
const searchModel = testsOf("packages/server/src/domains/search/model.test.ts");
const targets = testsOf("packages/server/src/domains/invites/target-users.test.ts");
const tokens = testsOf("packages/server/src/domains/oauth/oauth.test.ts");
const wire = testsOf("packages/server/src/transports/http/guilds-on-the-wire.test.ts");

const ofLobbies: readonly Row[] = [
  {
    at: "PUT /lobbies",
    says: "Joins the lobby of a secret, or makes it.",
    by: ["lobbies.join"],
    proofs: [
      joining("makes the lobby for the first and is the same lobby for the next"),
      joining("keeps secrets of one application from another, and never shows them"),
    ],
    grade: "documented",
  },
  {
    at: "POST /lobbies/{lobby_id}/messages",
    says: "Sends a message for a member who is signed in.",
    by: ["lobbies.createMessage", "LOBBY_MESSAGE_CREATE"],
    proofs: [
      messages("is heard by every member's session of the game, and by its webhook"),
      messages("is refused to one %s, as is reading"),
    ],
    grade: "documented",
  },
  {
    at: "GET /lobbies/{lobby_id}/messages",
    says: "Up to 200 of the newest messages, for a member.",
    by: ["lobbies.messages", "gameMessagesPerPage"],
    proofs: [messages("comes newest first, fifty or as many as asked for up to two hundred")],
    grade: "documented",
  },
  {
    at: "POST /lobbies/{lobby_id}/members/bulk",
    says: "Adds, changes and removes up to 25 members at once.",
    by: ["lobbies.bulkMembers", "lobbyMembersPerRequest"],
    proofs: [
      bulk("many members are added, changed and removed; the removed are not in the answer"),
      bulk("%s is a fault of form"),
    ],
    grade: "documented",
  },
  {
    at: "lobby invite for oneself",
    says: "A guild invite to the linked channel, used once within an hour.",
    by: ["lobbies.inviteSelf"],
    proofs: [
      invites("an invite that %s asks for lets its user in, once"),
      invites("an invite ends after an hour"),
    ],
    grade: "documented",
  },
  {
    at: "lobby invite for a user",
    says: "The same, asked for by the backend.",
    by: ["lobbies.inviteMember"],
    proofs: [
      invites("an invite that %s asks for lets its user in, once"),
      invites(
        "there is none without a linked channel, for non-members, or for members of the guild",
      ),
    ],
    grade: "documented",
  },
  {
    at: "moderation of lobby messages",
    says: "The backend sets metadata on a lobby's message.",
    by: ["lobbies.moderateMessage", "LOBBY_MESSAGE_UPDATE"],
    proofs: [
      messages("is shown to members, replaced whole, told to sessions and not to the webhook"),
      messages("is for the game's bot, for messages and lobbies that are there"),
    ],
    grade: "documented",
  },
  {
    at: "moderation of direct messages",
    says: "The backend sets metadata on a message between players.",
    by: ["partner.moderateMessage"],
    proofs: [
      games("is told to the game's sessions, shown to it alone, and gone with a new text"),
      games("is taken back by an empty map, and refused where there is nothing to moderate"),
    ],
    grade: "documented",
  },
];

const ofGuilds: readonly Row[] = [
  {
    at: "PUT /channels/{channel_id}/voice-status",
    says: "Writes a line of up to 500 characters above a voice channel.",
    by: ["channels.setVoiceStatus", "voiceStatus", "VOICE_CHANNEL_STATUS_UPDATE"],
    proofs: [
      ownMember("the line above a voice channel is written once, cleared, and told of"),
      ownMember("the line has at most five hundred characters"),
      ownMember("channel %s has no such line"),
    ],
    grade: "documented",
  },
  {
    at: "voice status: permissions",
    says: "SET_VOICE_CHANNEL_STATUS, and MANAGE_CHANNELS for a bot that is not in the channel.",
    by: ["channels.setVoiceStatus", "MissingPermissions"],
    proofs: [
      ownMember("it needs SET_VOICE_CHANNEL_STATUS, and MANAGE_CHANNELS from outside the channel"),
    ],
    grade: "sheet",
  },
  {
    at: "GET /users/@me/connections",
    says: "The user's accounts elsewhere, to a token with the scope.",
    by: ["users.connections"],
    proofs: [
      connections("a connection is shown whole, with what was left out filled in"),
      wire("connections need their scope"),
    ],
    grade: "documented",
  },
  {
    at: "search of guild messages",
    says: "Finds the messages of a guild by words, people, places and things in them.",
    by: ["guilds.searchMessages"],
    proofs: [
      search(
        "a search finds what the bot may read, newest first, with threads and its memberships",
      ),
      searchModel("searches find what a filter over all messages finds"),
    ],
    grade: "documented",
  },
  {
    at: "search: what it needs",
    says: "READ_MESSAGE_HISTORY, and the intent for the contents of messages.",
    by: ["guilds.searchMessages"],
    proofs: [
      search("channels of which none may be read"),
      search("%s", "an application without the intent for messages"),
    ],
    grade: "sheet",
  },
  {
    at: "role member counts",
    says: "How many members each role has.",
    by: ["guilds.roleMemberCounts"],
    proofs: [
      ownMember("each role is counted, those that nobody has too, and everyone's is left out"),
    ],
    grade: "documented",
  },
  {
    at: "channel invite: target_users_file",
    says: "An invite for the users of a CSV file alone.",
    by: ["channels.createInvite", "inviteTargetUsers"],
    proofs: [
      targets("only the people of the list are let in"),
      targets("every bad line is named by its number, in both shapes"),
    ],
    grade: "documented",
  },
  {
    at: "channel invite: role_ids",
    says: "An invite that brings roles.",
    by: ["channels.createInvite", "inviteRoles"],
    proofs: [
      roles("an invite brings its roles to whoever joins"),
      roles("roles need MANAGE_ROLES and stand below one's own highest"),
    ],
    grade: "documented",
  },
  {
    at: "target users: get",
    says: "A CSV whose one header is user_id, with an id on each line.",
    by: ["invites.targetUsers"],
    proofs: [targets("a list is given out with its one header, and reads as it was written")],
    grade: "sheet",
  },
  {
    at: "target users: update",
    says: "A new file takes the place of the list.",
    by: ["invites.setTargetUsers"],
    proofs: [
      targets("the list is read, replaced, and its job is done at once"),
      targets("a list is only replaced by a file"),
    ],
    grade: "documented",
  },
  {
    at: "target users: job status",
    says: "Tells how far the reading of a list is; here it is done at once.",
    by: ["invites.targetUsersJob"],
    proofs: [targets("the list is read, replaced, and its job is done at once")],
    grade: "documented",
  },
  {
    at: "modify current member",
    says: "A bot sets its banner, avatar and words about itself in a guild.",
    by: ["guilds.changeOwnMember", "GUILD_MEMBER_UPDATE"],
    proofs: [
      ownMember("a member changes what they say of themselves, and the guild is told"),
      ownMember("null takes a thing away, and what is not named stays"),
    ],
    grade: "documented",
  },
  {
    at: "POST /oauth2/token",
    says: "Exchanges codes and refresh tokens for tokens.",
    by: ["oauth2.token"],
    proofs: [
      tokens("gives tokens that live seven days"),
      testsOf("tests/journeys/openid-client.test.ts")(
        "discovery, a code with PKCE, its ID token, userinfo, refresh and revocation",
      ),
    ],
    grade: "documented",
  },
];

export const namedEndpoints: Section = {
  number: "4.3",
  title: "Endpoints known by name only",
  rows: [...ofLobbies, ...ofGuilds],
};
