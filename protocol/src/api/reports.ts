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

/** Reads of an hour of the site's clocks. */
export const HourTotal = z.object({
  /** ISO 8601 instant of its start, which may lie before the range. */
  hour: z.string(),
  total: z.number().int(),
})
export type HourTotal = z.infer<typeof HourTotal>

/** Answer of /api/rfid/stats/hourly: every hour of the range, oldest first. */
export const HourlyResponse = z.object({ hours: z.array(HourTotal) })
export type HourlyResponse = z.infer<typeof HourlyResponse>

/** A vehicle by its reads; a deleted one keeps its plate, model and owner. */
export const TopVehicle = z.object({
  plate: z.string().nullable(),
  model: z.string(),
  owner: z.string().nullable(),
  total: z.number().int(),
})
export type TopVehicle = z.infer<typeof TopVehicle>

/** Answer of /api/rfid/stats/top-vehicles: most reads first, none without any. */
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
