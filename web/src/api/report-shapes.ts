/** As shapes.ts, for what only the dashboard and its report check. */
export {
  DailyResponse,
  HeatmapResponse,
  HourlyResponse,
  TopVehiclesResponse,
} from '@vehicle-control/protocol'
