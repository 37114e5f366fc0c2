import { z } from 'zod'

/** Something that a person should look at. */
export const Alert = z.object({
  kind: z.enum([
    /** Not heard of for `offline_alert_minutes` of the settings, 5 unless somebody changed it. */
    'agent_offline',
    /** Two devices claim to be this agent. */
    'quarantine',
    /** Entries were lost in the last 24 hours; `detail` says how many and why. */
    'gap',
    /** The agent sent very many entries that the hub cannot read, within 24 hours; `detail` says how many. */
    'bad_entries',
    /** A reader that is connected hears nothing; `detail` is its id. */
    'reader_silent',
    /** A reader that is not connected; `detail` is its id and the reason; of several antennas all ids. */
    'reader_closed',
    /** A reader that reads badly; `detail` is its id and its own words. */
    'reader_warning',
    /** Several measurements of a sensor failed; `detail` is its name and the reason. */
    'sensor_stale',
    /** A sensor measures what it is to warn of, such as gas; `detail` is its name. */
    'sensor_alarm',
    /** A fire input is active; `detail` is its name. */
    'input_fire',
    /** An input line that cannot be read; `detail` is its name and the reason. */
    'input_failed',
    /** A barrier has not been closed for longer than its edge is set to; `detail` is its name, null of the only one. */
    'barrier_left_open',
    /** The contacts of a barrier say open and closed at once; `detail` is its name, null of the only one. */
    'barrier_contradictory',
    /** No relay can be moved; `detail` is the reason. */
    'relays_failed',
    /** A relay of whose state nobody knows; `detail` is its name and the reason. */
    'relay_failed',
    /** The agent's power supply gives too little. */
    'undervoltage',
    'clock_unsynced',
    /** The agent's key and reads travel over http, where others can read and change them. */
    'cleartext',
    /** The outbox is over 80 % of its cap; `detail` is the percentage. */
    'outbox_filling',
    /** The outbox dropped entries at its cap in the last 24 hours. */
    'outbox_full',
    /** The agent's disk takes nothing; entries wait in its memory. `detail` is the reason. */
    'outbox_blocked',
    /** A damaged outbox was set aside in the last 24 hours; `detail` is the agent's report. */
    'outbox_replaced',
    /** The agent's clock stepped in the last 24 hours; `detail` is the agent's report. */
    'clock_step',
    /**
     * A tag that its asset had lost was read here in the last 24 hours; `detail` is what the asset was
     * called, and the tag. `asset_id` leads to it.
     */
    'retired_tag',
    /**
     * An operator asks for somebody to look at the unknown tag `tag`, read at `since`; `detail` is
     * who asks, and the note.
     */
    'reported_tag',
    /** A device asks to be this agent, `request` says which; an admin decides. */
    'enroll_request',
    /** In the last 24 hours the agent's clock was over 5 minutes off the hub's; `detail` says how far. */
    'clock_off',
  ]),
  agent: z.object({ code: z.string(), name: z.string() }),
  /** ISO 8601; null where the hub cannot tell. */
  since: z.string().nullable(),
  detail: z.string().nullable(),
  /** Of the asset that it is about. */
  asset_id: z.number().int().optional(),
  /** The unknown tag that it is about. */
  tag: z.string().optional(),
  /** The device that asks to be the agent, in its own words; kiosk accounts are not told. */
  request: z
    .object({
      fingerprint: z.string(),
      /** What it would call the agent. */
      name: z.string().nullable(),
      serial: z.string().nullable(),
      address: z.string().nullable(),
      /** The agent exists: its device's key would end. */
      replaces: z.boolean(),
    })
    .optional(),
})
export type Alert = z.infer<typeof Alert>

/** GET /api/alerts: devices that wait first, then the newest; those without a time last. */
export const AlertList = z.object({ alerts: z.array(Alert) })
export type AlertList = z.infer<typeof AlertList>

/** An alert as a page takes it: one that is open while the hub is updated meets kinds of a newer hub. */
export const ShownAlert = Alert.extend({ kind: z.string() })
export type ShownAlert = z.infer<typeof ShownAlert>

export const ShownAlertList = z.object({ alerts: z.array(ShownAlert) })
