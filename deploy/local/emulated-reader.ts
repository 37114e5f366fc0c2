import {
  EMULATED_TYPES,
  type EmulatedType,
} from '@vehicle-control/edge/testing/emulators/emulated-types'
import { Traffic } from '@vehicle-control/edge/readers/simulator/traffic'
import type { HubClient } from './hub-process.ts'

const VEHICLES_A_MINUTE = 15
const READER_ID = 'portal'

/**
 * Vehicles of the demo with a tag for UHF readers and one for card readers, of which a Wiegand reader of
 * 26 bits tells the last six digits.
 */
const VEHICLES = [
  [
    'EPC-101',
    'Renault Logan',
    'Transportes Andinos S.A.S.',
    'E2003412012F170000000101',
    '3C00CE7501',
  ],
  ['EPC-102', 'Chevrolet N300', 'Constructora El Nogal', 'E2003412012F170000000102', '3C00CE7502'],
  ['EPC-103', 'Mazda BT-50', 'Seguridad Atlas', 'E2003412012F170000000103', '3C00CE7503'],
  ['EPC-104', 'Kia Sportage', 'Luisa Núñez', 'E2003412012F170000000104', '3C00CE7504'],
  [
    'EPC-105',
    'Foton Tunland',
    'Transportes Andinos S.A.S.',
    'E2003412012F170000000105',
    '3C00CE7505',
  ],
  ['EPC-106', 'Toyota Corolla', 'Jorge Iván Pérez', 'E2003412012F170000000106', '3C00CE7506'],
] as const

/** Plates are unique: those of the cards have a prefix of their own. */
const FLEETS = {
  epc: VEHICLES.map(([plate, model, owner, rfid_tag]) => ({ plate, model, owner, rfid_tag })),
  card: VEHICLES.map(([plate, model, owner, , rfid_tag]) => {
    return { plate: plate.replace('EPC', 'CAR'), model, owner, rfid_tag }
  }),
  wiegand: VEHICLES.map(([plate, model, owner, , card]) => {
    return { plate: plate.replace('EPC', 'WIE'), model, owner, rfid_tag: card.slice(-6) }
  }),
}

/** A reader of a real type whose device is emulated: the same traffic passes it as the simulator. */
export interface EmulatedReader {
  /** For EDGE_CONFIG. */
  reader: object
  /** Adds the vehicles that pass to the hub, where it does not have them. */
  register(client: HubClient): Promise<void>
  stop(): Promise<void>
}

/** @throws Error, in Spanish, for a type that cannot be emulated. */
export function emulatedType(type: string): EmulatedType {
  const emulated = Object.hasOwn(EMULATED_TYPES, type) ? EMULATED_TYPES[type] : undefined
  if (emulated !== undefined) return emulated
  const all = Object.keys(EMULATED_TYPES).join(', ')
  throw new Error(`--reader ${type}: no se puede emular ese tipo de lector; hay: ${all}`)
}

/** Puts an emulated device on its wire, and has vehicles pass it. */
export async function startEmulatedReader(emulated: EmulatedType): Promise<EmulatedReader> {
  const device = await emulated.open().catch((error: unknown) => {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    throw isMissing ? new Error('falta socat: sudo apt install socat', { cause: error }) : error
  })
  const fleet = FLEETS[emulated.tags]
  const stopTraffic = drive(
    fleet.map(({ rfid_tag }) => rfid_tag),
    (epc, rssi) => device.show({ epc, rssi }),
  )
  return {
    reader: { id: READER_ID, ...device.settings },
    async register(client) {
      for (const vehicle of fleet) {
        const q = encodeURIComponent(vehicle.plate)
        const { total } = (await client.get(`/api/vehicles?q=${q}`)) as { total: number }
        if (total === 0) await client.post('/api/vehicles', vehicle)
      }
    },
    async stop() {
      stopTraffic()
      await device.close()
    },
  }
}

/** Has the vehicles pass, as at the simulated gate; returns a function that ends it. */
function drive(tags: string[], show: (tag: string, rssi: number) => void): () => void {
  const traffic = new Traffic({
    tags,
    ratePerMinute: VEHICLES_A_MINUTE,
    dayRhythm: false,
    random: Math.random,
  })
  const timers = new Set<NodeJS.Timeout>()
  function after(ms: number, run: () => void): void {
    const timer = setTimeout(() => {
      timers.delete(timer)
      run()
    }, ms)
    timers.add(timer)
  }
  function pass(): void {
    for (const { afterMs, uid, rssi } of traffic.nextPassage()) {
      if (tags.includes(uid)) after(afterMs, () => show(uid, rssi))
    }
    after(traffic.nextGapMs(12), pass)
  }
  after(1000, pass)
  return () => {
    for (const timer of timers) clearTimeout(timer)
    timers.clear()
  }
}
