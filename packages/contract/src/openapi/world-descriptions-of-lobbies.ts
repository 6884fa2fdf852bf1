// Descriptions of the keys of lobbies and of messages of games in a world file, for editors.

/** Descriptions by the name of the object in the schema of world files. */
export const lobbyDescriptions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  WorldLobby: {
    application_id: "The same as the application, as the API shows it.",
    created_at: "When it was created; default: now.",
    idle_timeout_seconds: "Seconds after which it is deleted while nobody is connected.",
    override_event_webhooks_url: "The URL to which its events are sent instead.",
    secret: "The secret with which players join it, or its hash.",
    secret_expires_at: "When the secret expires; default: thirty days from now.",
    linked_channel: "The text channel to which it is linked, by reference or as the API shows it.",
    linked_by: "The user who linked it; default: the owner of the guild.",
    linked_at: "When it was linked; default: now.",
    members: "Its members.",
    "members.id": "The same as the user, as the API shows it.",
    "members.metadata": "Strings by key, for the game.",
    "members.flags": "1: may link the lobby to a channel.",
    "members.additional_name": "The name of the member in this lobby only.",
    messages: "Its messages.",
  },
  WorldLobbyMessage: {
    lobby_id: "The lobby's own id.",
    channel_id: "The channel that was linked at that time; default: the lobby itself.",
    type: "The type of message; 0: an ordinary message.",
    lobby_member: "The author as a member of the lobby.",
    "lobby_member.additional_name": "Their name in this lobby only.",
    application_id: "The lobby's application, for a message from the game.",
  },
  WorldGameMessage: { recipient_id: "The recipient, by id or username." },
};
