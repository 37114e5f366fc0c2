/** Version of the agent socket. The hub speaks this one and the one before it. */
export const SYNC_PROTOCOL = 1

/** A frame as the edge sends it, UTF-8 bytes. */
export const MAX_FRAME_BYTES = 64 * 1024
/** The hub's socket accepts twice a frame, so that an edge of the next version still fits. */
export const HUB_MAX_PAYLOAD_BYTES = 128 * 1024
/** One entry's payload; a longer one is cut at the edge and flagged. */
export const MAX_ENTRY_BYTES = 32 * 1024
/** Bytes that an entry takes on the wire beyond its data, at the most. */
export const WIRE_OVERHEAD_BYTES = 160
export const MAX_BATCH_ENTRIES = 500
export const MAX_BATCHES_IN_FLIGHT = 8
export const MAX_LIVE_FRAMES_PER_SECOND = 10
/**
 * The pace of reads from stage to stage, at the edge's disk and at the hub's browsers: a burst goes
 * read by read, what lasts longer in groups. A commit of one read writes three times as many bytes
 * to the card as its share of a group, and one a second for ever must be within the wear of a card:
 * at 50 reads a second a group of 75 ms is what 4 KB a read leave.
 */
export const READ_BURST = { burst: 20, refillPerSecond: 2, groupMs: 75 } as const
/** Nesting of the JSON of any frame. */
export const MAX_JSON_DEPTH = 8
/** Epochs that one hello may list: they and the rest of the hello fit one frame. */
export const MAX_HELLO_EPOCHS = 400

export const PING_INTERVAL_MS = 10_000
/** The ping interval of an edge whose outbox has changed: an update of the fleet waits to see it fall. */
export const OUTBOX_PING_INTERVAL_MS = 5000
export const PEER_DEAD_AFTER_MS = 45_000
/** An entry older than this on arrival is stored and counted, and never announced. */
export const LATE_AFTER_MS = 60_000
/** An agent counts as online while it was last seen less than this ago. */
export const ONLINE_WITHIN_MS = 120_000

/** An agent that was not heard of for so many minutes is an alert, unless superadmins say otherwise. */
export const OFFLINE_ALERT_MINUTES = 5
export const OFFLINE_ALERT_MINUTES_MIN = 3
export const OFFLINE_ALERT_MINUTES_MAX = 1440
/** Addresses that alerts are mailed to, where they are listed. */
export const ALERT_RECIPIENTS_MAX = 20

/** How old the hub's lists of agents may be when they are asked for. */
export const AGENT_LISTS_SHARED_MS = 1000

export const SUPPRESS_WINDOW_MIN_MS = 10_000
export const SUPPRESS_WINDOW_MAX_MS = 600_000
export const SUPPRESS_WINDOW_DEFAULT_MS = 60_000

export const ENROLL_TTL_MIN_S = 60
export const ENROLL_TTL_DEFAULT_S = 3600
export const ENROLL_TTL_MAX_S = 86_400
/** Of a token that only asks: a card may lie in a drawer so long. */
export const ENROLL_APPROVAL_TTL_MAX_S = 30 * 86_400

/** How long a wall shows each screen of several. */
export const WALL_EVERY_MIN_S = 10
export const WALL_EVERY_MAX_S = 3600
export const WALL_EVERY_DEFAULT_S = 60
/** Wall screens of one installation. */
export const WALLS_MAX = 100
/** How long a code of a wall's browser can be taken. */
export const WALL_CODE_LIVES_S = 600

/** Readers of one edge. */
export const READERS_MAX = 64
/** Sensors of one edge, and input lines. */
export const SENSORS_MAX = 32
export const INPUTS_MAX = 16
/** BCM numbers of the relays that every edge may have without a name. */
export const RELAY_PINS = [17, 27] as const
/** The pin of a relay that is known by its name alone, wherever an older peer expects a number. */
export const NO_PIN = -1
/** Relays of one edge. */
export const RELAYS_MAX = 16
/** Names that a peer's list of what it accepts, or takes, is read up to. */
export const PEER_NAMES_MAX = 64
/** Frames of unknown types that a connection outlives within a minute: a newer peer says little that is new. */
export const UNKNOWN_FRAMES_PER_MINUTE = 20

/** Kinds that the counts of a gap name. */
export const GAP_KINDS_MAX = 16

/** A relay's longest time on, and its default. */
export const RELAY_MAX_ON_MS = 600_000
export const RELAY_DEFAULT_ON_MS = 30_000
/** A relay command that is older than this moves no relay. */
export const COMMAND_TTL_MS = 5000

/** A policy as JSON, UTF-8 bytes: with its frame it fits one. */
export const POLICY_MAX_BYTES = 32 * 1024
/** Rules of one policy, and what one of them may list. */
export const RULES_MAX = 64
export const RULE_GROUPS_MAX = 64
export const RULE_SPANS_MAX = 28
/** Changes of the site's clocks within the days of a policy: no zone has so many. */
export const OFFSETS_MAX = 16
/** A list that the hub has not confirmed for longer than this is stale, unless a rule says otherwise. */
export const LIST_STALE_AFTER_MS = 72 * 3_600_000

/** Reads that a live screen holds at most. */
export const LIVE_BUFFER_READS = 500
/** Where a filter is set, `total` of the logs calls is exact up to here, and one more beyond. */
export const COUNTED_READS_MAX = 10_000
/**
 * Reads that a screen lists at most: a call that asks for more is an export. A session that gets more
 * rows than this within an hour has an entry in the audit log.
 */
export const LISTED_READS_MAX = 5000
/** Rows of one answer of the logs calls, and so of an export. */
export const LOGS_LIMIT_MAX = 20_000
/** Newest reads of a range that a search for a part of a tag looks through. */
export const SEARCHED_READS_MAX = 50_000
/** How many of the newest decisions of a range are counted by their reasons. */
export const SUMMED_DECISIONS_MAX = 50_000
/** Reads that a report of a filter counts: the newest, where more fit. */
export const REPORTED_READS_MAX = 200_000
/** Vehicles that a report lists. */
export const REPORTED_VEHICLES_MAX = 100
/** Days that a series by the hour spans at the most; a longer one is by the day. */
export const HOURLY_DAYS_MAX = 92
/** Points of one telemetry series, and of its chart. */
export const TELEMETRY_MAX_POINTS = 500

export const PASSWORD_MIN = 6
/** Of a password that one person, or the settings, give to another. */
export const PASSWORD_GIVEN_MIN = 8
export const PASSWORD_MAX = 256
/** Characters of a reset token as a person may paste it; the hub's own are longer. */
export const RESET_TOKEN_MIN = 6

/**
 * The header with the seconds since the person at the browser last touched it; absent from requests
 * that the person made just now.
 */
export const IDLE_HEADER = 'x-idle-seconds'

/** Characters of the hub's own key, HUB_AUDIT_KEY. */
export const HUB_KEY_MIN = 32

/** Characters of a plate. */
export const PLATE_MIN = 2
export const PLATE_MAX = 20
/** Characters of a tag, at the least. */
export const TAG_MIN = 3
/** Characters of a tag, by the screen that takes it. */
export const VEHICLE_TAG_MAX = 32
export const ASSET_TAG_MAX = 64

/** Characters of an owner: a company's whole name. */
export const OWNER_MAX = 200
/** Characters of a text that reads and lists are searched by: a whole owner is the longest. */
export const SEARCH_MAX = OWNER_MAX

/** Characters of what an operator notes about an unknown tag. */
export const TAG_NOTE_MAX = 200
/** Reads of a tag that its history counts at the most. */
export const COUNTED_TAG_READS_MAX = 100

/** Rows of one call of an import. */
export const IMPORT_ROWS_MAX = 500
/** JSON of one call of an import, UTF-8 bytes: 4 KiB a row. */
export const IMPORT_MAX_BYTES = 2 * 1024 * 1024
/** A photo as the hub takes it. */
export const PHOTO_MAX_BYTES = 5 * 1024 * 1024
/** Pixels of a photo's longer side, at the most. */
export const PHOTO_SIDE_MAX = 1600
/** Days that an asset's page looks back. */
export const ASSET_ACTIVITY_DAYS = 30
/** How long a measurement of the edge's own machine counts; it makes one every few minutes. */
export const METRIC_VALID_MS = 3_600_000
/** How long an agent's row shows its gaps. */
export const RECENT_GAPS_MS = 24 * 3_600_000

/** The hub asks a browser's socket whether it is there so often, in milliseconds. */
export const PING_EVERY_MS = 10_000
/** A browser that was not asked for so long takes its link for lost. */
export const SILENT_AFTER_MS = 30_000
/** WebSocket close codes of the agent socket. */
export const CloseCode = {
  policy: 1008,
  tooBig: 1009,
  tryLater: 1013,
  keyRevoked: 4001,
  wrongProtocol: 4002,
  helloTimeout: 4003,
  superseded: 4009,
  /** The hub's view of this agent changed (quarantine lifted): say hello again. */
  rejoin: 4010,
} as const
