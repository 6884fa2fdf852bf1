// Descriptions of the keys of SKUs, entitlements and subscriptions in a world file, for editors.

/** Descriptions by the name of the object in the schema of world files. */
export const salesDescriptions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  WorldSku: {
    type: "2: durable, 3: consumable, 5: a subscription, 6: a group of subscriptions.",
    flags: "Flags by name or number.",
    slug: "Its name in URLs.",
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
    sku: "The SKU, by id or name.",
    user: "The user who owns it; with a guild, the user who bought it for the guild.",
    guild: "The guild that owns it.",
    type: "How it was acquired; 8: by a subscription.",
    test: "It is a test entitlement, which the application may delete.",
    starts_at: "When it becomes valid.",
    ends_at: "When it ends.",
    consumed: "It was consumed.",
    deleted: "It was deleted.",
    sku_id: "The same as the SKU, as the API shows it.",
    guild_id: "The same as the guild, as the API shows it.",
    application_id: "The application's own id.",
  },
  WorldSubscription: {
    skus: "The subscribed SKUs, by id or name.",
    renewal_skus: "The subscribed SKUs from the next period on.",
    status: "0: active, 1: ends with the period, 2: ended.",
    current_period_start: "When the current period began.",
    current_period_end: "When the current period ends.",
    canceled_at: "When it was cancelled.",
    entitlements: "Ids of its entitlements; if omitted, they are created.",
    sku_ids: "The same as `skus`, as the API shows it.",
    renewal_sku_ids: "The same as `renewal_skus`, as the API shows it.",
    entitlement_ids: "The same as `entitlements`, as the API shows it.",
  },
};
