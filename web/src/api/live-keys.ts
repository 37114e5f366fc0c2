/** Heads of the keys of queries that are asked again when the link to the hub was away. */

/** Every list of agents, and of what is wrong with them. */
export const AGENTS_KEY = 'agents'
/** Commands of relays. */
export const COMMANDS_KEY = 'commands'
export const TELEMETRY_KEY = 'telemetry'
/** The state of all readers. */
export const RFID_KEY = 'rfid'
