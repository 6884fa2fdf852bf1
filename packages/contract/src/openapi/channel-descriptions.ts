// Descriptions of the keys of channels in a world file, for editors.

/** Descriptions by object and key. */
export const channelDescriptions = {
  WorldOverwrite: {
    id: "The role or the member, by id or name.",
    type: "0: a role (default), 1: a member.",
    allow: "Permissions that are allowed here, by name or number.",
    deny: "Permissions that are denied here, by name or number.",
    allow_new: "The same as `allow`, as the API shows it.",
    deny_new: "The same as `deny`, as the API shows it.",
  },
  WorldChannel: {
    type: "0: text, 2: voice, 4: a category, 5: announcements, 10 to 12: threads, 13: a stage, 15: a forum.",
    position: "Its position among the channels; default: the order of the list.",
    permission_overwrites: "The permission overwrites; default: those of its category.",
    parent_id: "The category, or the parent channel of a thread, by id or name.",
    topic: "Its topic.",
    rate_limit_per_user: "Seconds between two messages of one user.",
    bitrate: "For a voice channel: the bits per second.",
    user_limit: "For a voice channel: the maximum number of users.",
    rtc_region: "The region of the voice server; null: automatic.",
    video_quality_mode: "For a voice channel: 1 automatic, 2 full.",
    default_auto_archive_duration:
      "Minutes of inactivity after which its new threads are archived.",
    default_thread_rate_limit_per_user:
      "Seconds between two messages of one user in its new threads.",
    default_reaction_emoji: "For forums: the default reaction emoji of posts.",
    default_sort_order: "For forums: 0 by activity, 1 by age.",
    default_forum_layout: "For forums: 1 a list, 2 a gallery.",
    default_tag_setting:
      "For forums: whether a search matches posts with all of its tags, or with some.",
    available_tags: "For forums: the tags that posts may have.",
    owner_id: "The user who created a thread, by id or username.",
    members: "The members of a thread other than its owner, by id or username.",
    application_id: "The application that created it, by id or name.",
    linked_lobby: "The lobby that is linked to it; follows from the lobby.",
    thread_metadata:
      "For a thread: how it is archived; default: open, and never archived by the clock.",
    message_count: "The number of existing messages in a thread; default: all that were sent.",
    owner_left: "True: the owner has left the thread.",
    joined: "When members joined a thread; default: when it was created.",
    applied_tags: "For a post: the ids of its tags.",
    member_count: "The number of members of a thread; follows from the rest.",
    total_message_sent: "The number of messages ever sent in a thread.",
    status: "The status text of a voice channel.",
    voice_start_time: "The Unix time in seconds since which a voice channel has had users.",
  },
  WorldDefaultReaction: {
    emoji_id: "An emoji of the guild.",
    emoji_name: "A Unicode emoji.",
  },
  WorldThreadJoin: {
    user: "The user, by id or username.",
    at: "When they joined.",
  },
  WorldForumTag: {
    moderated: "True: only users who manage threads can apply it.",
    emoji_id: "The id of its emoji of the guild.",
    emoji_name: "Its Unicode emoji.",
  },
} as const;
