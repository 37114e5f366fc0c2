import { z } from 'zod'

/** Reads of a day of the site's calendar. */
export const DayTotal = z.object({
  /** YYYY-MM-DD in the site's time zone: a date, not an instant. */
  day: z.string(),
  total: z.number().int(),
})
export type DayTotal = z.infer<typeof DayTotal>

/** Answer of /api/rfid/stats/daily and /api/rfid/logs/daily: oldest first, today's the last. */
export const DailyResponse = z.object({ days: z.array(DayTotal) })
export type DailyResponse = z.infer<typeof DailyResponse>

/** Reads of an hour of the site's clocks, or of a day. */
export const HourTotal = z.object({
  /** ISO 8601 instant of its start, which may lie before the range. */
  hour: z.string(),
  total: z.number().int(),
})
export type HourTotal = z.infer<typeof HourTotal>

/**
 * Answer of /api/rfid/stats/hourly: every hour of the range, oldest first. Of a range that is longer
 * than `HOURLY_DAYS_MAX` days, every day in which a read can be.
 */
export const HourlyResponse = z.object({ unit: z.enum(['hour', 'day']), hours: z.array(HourTotal) })
export type HourlyResponse = z.infer<typeof HourlyResponse>

/** A vehicle with the number of its reads; a deleted one keeps its plate, model and owner. */
export const TopVehicle = z.object({
  plate: z.string().nullable(),
  model: z.string(),
  owner: z.string().nullable(),
  total: z.number().int(),
})
export type TopVehicle = z.infer<typeof TopVehicle>

/** Answer of /api/rfid/stats/top-vehicles: most reads first, without those that have none. */
export const TopVehiclesResponse = z.object({ top: z.array(TopVehicle) })
export type TopVehiclesResponse = z.infer<typeof TopVehiclesResponse>

/** Reads of one hour of the day on one day of the week. */
export const HeatmapCell = z.object({
  /** 0 = Dom. */
  dow: z.number().int(),
  hr: z.number().int(),
  total: z.number().int(),
})
export type HeatmapCell = z.infer<typeof HeatmapCell>

/** Answer of /api/rfid/stats/heatmap: all 168 cells, by day of the week and hour. */
export const HeatmapResponse = z.object({ cells: z.array(HeatmapCell) })
export type HeatmapResponse = z.infer<typeof HeatmapResponse>

/** An agent with the number of its reads; a deleted one keeps its code and name. */
export const AgentTotal = z.object({
  code: z.string(),
  name: z.string(),
  total: z.number().int(),
})
export type AgentTotal = z.infer<typeof AgentTotal>

/**
 * Answer of /api/rfid/stats/report: the figures of the reads of a range that fit what was searched,
 * all of the same reads.
 */
export const ReportResponse = z.object({
  total: z.number().int(),
  /**
   * More was found than is counted (`REPORTED_READS_MAX`): all figures are of the reads from `from`
   * on, and of none before.
   */
  truncated: z.boolean(),
  from: z.string(),
  /** Every day of the range, oldest first. */
  days: z.array(DayTotal),
  hourly: HourlyResponse,
  /** All 168; none where the range is longer than `HOURLY_DAYS_MAX` days. */
  cells: z.array(HeatmapCell),
  /** Most reads first, `REPORTED_VEHICLES_MAX` at most; as in TopVehiclesResponse. */
  vehicles: z.array(TopVehicle),
  /** Most reads first. */
  agents: z.array(AgentTotal),
})
export type ReportResponse = z.infer<typeof ReportResponse>

/** One agent's counts of the site's day. */
export const AgentToday = z.object({
  code: z.string(),
  reads: z.number().int(),
  suppressed: z.number().int(),
})
export type AgentToday = z.infer<typeof AgentToday>

/**
 * Answer of /api/rfid/stats/today: the counters of the site's day, and how far they reach. An entry
 * `<epoch>-<seq>` is in the counts where `through` has its epoch with that seq or a later one; any
 * other entry is not, so that a screen can add the events that the answer does not know.
 */
export const TodayResponse = z.object({
  /** YYYY-MM-DD in the site's time zone, and its first moment and the next day's. */
  day: z.string(),
  from: z.string(),
  until: z.string(),
  /** Of the whole site, deleted agents included. */
  reads: z.number().int(),
  suppressed: z.number().int(),
  /** Those with a read or a repeat today. */
  agents: z.array(AgentToday),
  through: z.array(z.object({ epoch: z.string(), seq: z.number().int() })),
})
export type TodayResponse = z.infer<typeof TodayResponse>
