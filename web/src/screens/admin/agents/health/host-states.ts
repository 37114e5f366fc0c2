import type { AgentMetric } from '@vehicle-control/protocol'
import { METRIC_VALID_MS } from '@vehicle-control/protocol/limits'
import { formatMeasured } from '../../../../charts/measured.ts'
import { HARDWARE_TEXTS } from '../../../../texts/admin/admin-hardware.ts'
import type { DeviceState } from './device-states.ts'

const WORDS = HARDWARE_TEXTS.host
/** °C: a Raspberry Pi slows itself down at 80. */
const HOT = 75
const TOO_HOT = 80
/** Per cent. */
const DISK_LOW = 15
const DISK_FULL = 5
const WORN = 80

/** A value that an edge measures of its own machine, in words; `now` is the hub's time. */
export function metricState({ metric, value, unit, at }: AgentMetric, now: number): DeviceState {
  const name = WORDS.names[metric]
  if (now - Date.parse(at) > METRIC_VALID_MS) {
    return { name, tone: 'quiet', state: WORDS.old, about: null }
  }
  const [tone, state] = judged[metric](
    value,
    [formatMeasured(value), unit].filter(Boolean).join(' '),
  )
  return { name, tone, state, about: null }
}

type Judged = readonly [tone: DeviceState['tone'], state: string]

const judged: Record<AgentMetric['metric'], (value: number, text: string) => Judged> = {
  cpu_temp: (value, text) =>
    value < HOT ? ['good', text] : [value < TOO_HOT ? 'warn' : 'bad', WORDS.hot(text)],
  undervoltage: (value) => (value === 0 ? ['good', WORDS.voltageGood] : ['bad', WORDS.voltageLow]),
  throttled: (value) => (value === 0 ? ['good', WORDS.speedGood] : ['warn', WORDS.speedLow]),
  disk_free: (value, text) =>
    value >= DISK_LOW ? ['good', text] : [value < DISK_FULL ? 'bad' : 'warn', WORDS.diskLow(text)],
  card_wear: (value, text) => (value < WORN ? ['good', text] : ['warn', WORDS.worn(text)]),
}
