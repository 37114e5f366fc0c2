import {
  DailyResponse,
  HeatmapResponse,
  HourlyResponse,
  LogsResponse,
  RfidStatus,
  TopVehiclesResponse,
} from '@vehicle-control/protocol'
import { ClientLogsQuery, RfidLogsQuery } from '../reads/logs.ts'
import {
  DailyQuery,
  HeatmapQuery,
  HourlyQuery,
  TodayQuery,
  TopVehiclesQuery,
} from '../reports/reports.ts'
import type { Call } from './call.ts'

export const readCalls = {
  'GET /api/rfid/status': { summary: 'The readers of connected agents', answer: RfidStatus },
  'GET /api/rfid/logs': {
    summary: 'Reads, newest first, searched by plate, owner and tag',
    query: RfidLogsQuery,
    answer: LogsResponse,
  },
  'GET /api/rfid/logs/daily': { summary: 'Reads a day, the last 30', answer: DailyResponse },
  'GET /api/rfid/logs/today': {
    summary: 'Reads of today, newest first',
    query: TodayQuery,
    answer: LogsResponse,
  },
  'GET /api/rfid/stats/daily': {
    summary: 'Reads a day, the last ones',
    query: DailyQuery,
    answer: DailyResponse,
  },
  'GET /api/rfid/stats/hourly': {
    summary: 'Reads an hour, over at most 92 days; today unless told otherwise',
    query: HourlyQuery,
    answer: HourlyResponse,
  },
  'GET /api/rfid/stats/top-vehicles': {
    summary: 'The vehicles with most reads; of today unless told otherwise',
    query: TopVehiclesQuery,
    answer: TopVehiclesResponse,
  },
  'GET /api/rfid/stats/heatmap': {
    summary: 'Reads by day of the week and hour, over the last days',
    query: HeatmapQuery,
    answer: HeatmapResponse,
  },
  'GET /api/client/logs': {
    summary:
      'Reads of a range, newest first; receivedFrom goes by arrival, late=0 leaves late ones out',
    query: ClientLogsQuery,
    answer: LogsResponse,
  },
} satisfies Record<string, Call>
