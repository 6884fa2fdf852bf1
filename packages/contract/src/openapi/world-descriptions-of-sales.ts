// Descriptions of the keys of SKUs, entitlements and subscriptions in a world file, for editors.

/** Descriptions by the name of the object in the schema of world files. */
export const salesDescriptions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  WorldSku: {
    type: "2: lasts, 3: is used up, 5: a subscription, 6: a group of these.",
    flags: "Flags by name or number.",
    slug: "Its name in addresses.",
    application_id: "The application's own id.",
    dependent_sku_id: "Null, as the API shows it.",
    manifest_labels: "Null, as the API shows it.",
    access_type: "1, as the API shows it.",
    features: "Empty, as the API shows it.",
    release_date: "Null, as the API shows it.",
    premium: "False, as the API shows it.",
    show_age_gate: "False, as the API shows it.",
  },
  WorldEntitlement: {
    sku: "What is owned, by id or name.",
    user: "Who owns it; with a guild, who bought it for the guild.",
    guild: "The guild that owns it.",
    type: "How it was had: 8 as a subscription.",
    test: "The application may take it back.",
    starts_at: "Since when it counts.",
    ends_at: "Until when it counts.",
    consumed: "It was used up.",
    deleted: "It was taken back.",
    sku_id: "The same as what is owned, as the API shows it.",
    guild_id: "The same as the guild, as the API shows it.",
    application_id: "The application's own id.",
  },
  WorldSubscription: {
    skus: "What is subscribed to, by id or name.",
    renewal_skus: "What is subscribed to from the next period on.",
    status: "0: active, 1: ends with the period, 2: ended.",
    current_period_start: "When the period began.",
    current_period_end: "When the period ends.",
    canceled_at: "When it was cancelled.",
    entitlements: "Ids of what it gives; left out: they are made.",
    sku_ids: "The same as `skus`, as the API shows it.",
    renewal_sku_ids: "The same as `renewal_skus`, as the API shows it.",
    entitlement_ids: "The same as `entitlements`, as the API shows it.",
  },
};
