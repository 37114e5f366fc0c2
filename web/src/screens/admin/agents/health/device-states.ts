import type {
  AgentBarrier,
  AgentDetail,
  AgentInput,
  AgentReader,
  AgentSensor,
} from '@vehicle-control/protocol'
import { reasonWithTodo } from '@vehicle-control/protocol/reasons/reason-of'
import { barrierWords } from '../../../../contacts/contact-words.ts'
import { CONTACT_TEXTS } from '../../../../texts/contacts.ts'
import { HARDWARE_TEXTS as TEXTS } from '../../../../texts/admin/admin-hardware.ts'
import { TELEMETRY_TEXTS } from '../../../../texts/admin/admin-control.ts'

/** A device as people read it. */
export interface DeviceState {
  readonly name: string
  /** `quiet`: neither a fault nor a sign that it works. */
  readonly tone: 'good' | 'warn' | 'bad' | 'quiet'
  readonly state: string
  /** Where it is, or what it is for. */
  readonly about: string | null
}

/** The readers of one device: its antennas, where each has a name of its own. */
export interface ReaderDevice {
  readonly path: string
  readonly type: string
  readonly readers: readonly DeviceState[]
}

/** The readers by the device that they are at. */
export function readerDevices(readers: readonly AgentReader[]): readonly ReaderDevice[] {
  const devices = new Map<string, ReaderDevice & { readers: DeviceState[] }>()
  for (const reader of readers) {
    const { path, type } = reader
    const device = devices.get(path) ?? { path, type, readers: [] }
    device.readers.push(readerState(reader))
    devices.set(path, device)
  }
  return [...devices.values()]
}

function readerState({ id, state, error, warning, simulated }: AgentReader): DeviceState {
  const words = TEXTS.readers
  const of = (tone: DeviceState['tone'], text: string) => {
    return { name: id, tone, state: text, about: simulated ? words.simulated : null }
  }
  if (state === 'closed') return of('bad', words.closed(reasonWithTodo(error ?? '')))
  if (warning !== null) return of('warn', words.warning(reasonWithTodo(warning)))
  return state === 'silent' ? of('warn', words.silent) : of('good', words.open)
}

/** A sensor in words. */
export function sensorState({ source, types, state, error, alarm }: AgentSensor): DeviceState {
  const words = TEXTS.sensors
  const known: Readonly<Record<string, string>> = TELEMETRY_TEXTS.types
  const about = types.map((type) => known[type] ?? type).join(', ')
  const of = (tone: DeviceState['tone'], text: string) => ({
    name: source,
    tone,
    state: text,
    about,
  })
  if (alarm !== undefined) return of('bad', words.alarm)
  if (state === 'stale') return of('warn', words.stale(reasonWithTodo(error ?? '')))
  return state === 'warming' ? of('quiet', words.warming) : of('good', words.ok)
}

/** An input line in words. */
export function inputState({ id, pin, rule, sense, active, error }: AgentInput): DeviceState {
  const words = TEXTS.inputs
  const tells: Readonly<Record<string, string>> = words.senses
  const told = sense === undefined ? undefined : tells[sense]
  const does = rule === 'report' && told !== undefined ? null : words.rules[rule]
  const about = words.pin([does, told].filter(Boolean).join(', '), pin)
  const of = (tone: DeviceState['tone'], text: string) => {
    return { name: words.name(id), tone, state: text, about }
  }
  if (active === null) return of('bad', words.failed(reasonWithTodo(error ?? '')))
  if (!active) return of('quiet', words.rest)
  return of(rule === 'fire' ? 'bad' : 'good', words.active)
}

/** A barrier by its contacts, in words. */
export function barrierState(barrier: AgentBarrier, connected: boolean): DeviceState {
  const { tone, text } = barrierWords(barrier, connected)
  return { name: CONTACT_TEXTS.barrier(barrier.name, ''), tone, state: text, about: null }
}

/** True for an edge that reports nothing but its readers. */
export function reportsReadersOnly({ sensors, inputs, relays, health }: AgentDetail): boolean {
  return sensors.length === 0 && inputs.length === 0 && relays === null && health.length === 0
}
