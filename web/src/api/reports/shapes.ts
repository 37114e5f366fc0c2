/** Checked as api/http/shapes.ts says; only the dashboard and its report load these. */
export {
  DailyResponse,
  HeatmapResponse,
  HourlyResponse,
  TopVehiclesResponse,
} from '@vehicle-control/protocol'
