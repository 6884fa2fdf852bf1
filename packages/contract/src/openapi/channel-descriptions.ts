// Descriptions of the keys of channels in a world file, for editors.

/** Descriptions by object and key. */
export const channelDescriptions = {
  WorldOverwrite: {
    id: "The role or the member, by id or name.",
    type: "0: a role, which is the default, 1: a member.",
    allow: "Permissions that are given here, by name or number.",
    deny: "Permissions that are taken here, by name or number.",
    allow_new: "`allow`, as the API shows it beside.",
    deny_new: "`deny`, as the API shows it beside.",
  },
  WorldChannel: {
    type: "0: text, 2: voice, 4: a category, 5: announcements, 10 to 12: threads, 13: a stage, 15: a forum.",
    position: "Its place among the channels; left out: as in the list.",
    permission_overwrites: "Who may do what here; left out: as in its category.",
    parent_id: "The category, or the channel of a thread, by id or name.",
    topic: "What it is about.",
    rate_limit_per_user: "Seconds between two messages of a user.",
    bitrate: "Bits a second, of a voice channel.",
    user_limit: "How many may be in a voice channel.",
    rtc_region: "Where voice is served; null: anywhere.",
    video_quality_mode: "Of voice: 1 as it comes, 2 in full.",
    default_auto_archive_duration: "Minutes after which its new threads archive themselves.",
    default_thread_rate_limit_per_user:
      "Seconds between two messages of a user in its new threads.",
    default_reaction_emoji: "Of forums: the emoji beside each post.",
    default_sort_order: "Of forums: 0 by activity, 1 by age.",
    default_forum_layout: "Of forums: 1 a list, 2 a gallery.",
    default_tag_setting:
      "Of forums: whether posts with all tags of a search are meant, or with some.",
    available_tags: "Of forums: the tags that posts may have.",
    owner_id: "Who began a thread, by id or username.",
    members: "Who is in a thread beside its owner, by id or username.",
    application_id: "The application that made it, by id or name.",
    linked_lobby: "The lobby that is linked to it; follows from the lobby.",
    thread_metadata:
      "Of a thread: how it is archived; left out: it is open, and the clock leaves it so.",
    message_count: "Messages that are there in a thread; left out: all that were sent.",
    owner_left: "True for a thread that its owner has left.",
    joined: "When members joined a thread; left out: at its beginning.",
    applied_tags: "Of a post: ids of its tags.",
    member_count: "Members of a thread; follows from the rest.",
    total_message_sent: "Messages that were ever sent in a thread.",
    status: "The line above a voice channel.",
    voice_start_time: "Unix seconds since when somebody is in a voice channel.",
  },
  WorldDefaultReaction: {
    emoji_id: "An emoji of the guild.",
    emoji_name: "An emoji that everybody has.",
  },
  WorldThreadJoin: {
    user: "Who, by id or username.",
    at: "When they joined.",
  },
  WorldForumTag: {
    moderated: "True for one that only those who manage threads give.",
    emoji_id: "Its emoji of the guild.",
    emoji_name: "Its emoji that everybody has.",
  },
} as const;
