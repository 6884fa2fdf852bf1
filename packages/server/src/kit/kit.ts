// `antechamber/testing`: worlds, users and queries, for any test runner.
export { ApiRefusal, CannotDo, ControlRefusal } from "./client/errors.ts";
export { startAntechamber } from "./servers/start.ts";
export type { RunningServer, StartOptions } from "./servers/server.ts";
export { TestFault, type FailureStory } from "./test-account.ts";
export {
  openTestWorld,
  SharedWorld,
  type Ending,
  type TestWorld,
  type WorldOptions,
} from "./test-world.ts";
export type { TestIdentity } from "./test-identity.ts";
export { TestGuild, type GuildEntityKind } from "./guild.ts";
export {
  guild,
  defaultWorld,
  type GuildParts,
  type GuildRecipe,
  type WorldFileDraft,
} from "./worlds/recipe.ts";
export type { KnownApplication } from "./worlds/recipe.ts";
export { World, type AddedGuild, type LimitsProfile } from "./world.ts";
export type { EntityDraft, EntityKind } from "./entities.ts";
export type { EntityForms, FaultForm, JournalFilters } from "./generated/control-forms.ts";
export type { LoginOptions, ProgramEnvironment, SignInOptions } from "./login.ts";
export type {
  ExpressApp,
  Probes,
  ServedApp,
  ServedApplication,
  ServeOptions,
  WorkerContext,
  WorkerEnvironment,
  WorkerOfOwnEnvironment,
} from "./serve.ts";
export type { ListedLobby, LobbyState } from "./lobbies.ts";
export { User } from "./actors/user.ts";
export {
  Place,
  type MessageOptions,
  type RunOptions,
  type SentMessage,
  type View,
} from "./actors/place.ts";
export type { CommandManifest } from "./actors/typed-commands.ts";
export { Reply, type ShownReply, type SubmitOptions } from "./actors/reply.ts";
export {
  PlayerSession,
  type ReceivedEvent,
  type JoinOptions,
  type LobbyMessageOptions,
} from "./player.ts";
export type { Decision, DecisionOptions, Overlay } from "./decisions.ts";
export { matchers, type Matchers } from "./matchers/all.ts";
export type * from "./client/wire-types.ts";
