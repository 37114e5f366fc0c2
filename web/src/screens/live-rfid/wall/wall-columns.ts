import type { ScanEvent } from '@vehicle-control/protocol'
import type { SiteTime } from '../../../site-time/site-time.ts'
import { emsOf } from './fit-type.ts'

/** A column of a live wall, in the order of the table's. */
export interface WallColumn {
  readonly name: 'hour' | 'tag' | 'agent' | 'location' | 'plate' | 'model' | 'owner'
  readonly head: string
  /** Empty where the read has none. */
  readonly text: (read: ScanEvent, site: SiteTime) => string
  /** Its type beside the row's. */
  readonly scale: number
}

const COLUMNS: readonly WallColumn[] = [
  { name: 'hour', head: 'Hora', text: (read, site) => site.clock(Date.parse(read.ts)), scale: 1 },
  { name: 'tag', head: 'Tag', text: (read) => read.uid, scale: 0.8 },
  { name: 'agent', head: 'Agente', text: ({ agent }) => agent.name || agent.code, scale: 1 },
  { name: 'location', head: 'Ubicación', text: ({ agent }) => agent.location ?? '', scale: 1 },
  { name: 'plate', head: 'Placa', text: ({ vehicle }) => vehicle?.plate ?? '', scale: 1.2 },
  { name: 'model', head: 'Modelo', text: ({ vehicle }) => vehicle?.model ?? '', scale: 1 },
  { name: 'owner', head: 'Propietario', text: ({ vehicle }) => vehicle?.owner ?? '', scale: 1 },
]

/** In em of the row's type: what a column has at least, and what no single text may ask for. */
const BOUNDS: Record<WallColumn['name'], readonly [number, number]> = {
  hour: [5.5, 5.5],
  tag: [8, 14],
  agent: [5, 14],
  location: [6, 16],
  plate: [9.5, 10],
  model: [5, 14],
  owner: [7, 22],
}

/** What a narrow room, in rem, leaves out: what is there is large enough to be read. */
const LEFT_OUT: readonly (readonly [number, readonly WallColumn['name'][]])[] = [
  [30, ['tag', 'location', 'model', 'owner']],
  [50, ['location', 'model']],
]

/** The columns of a room so wide, in rem: on a screen of 16:9 all. */
export function columnsOf(room: number): readonly WallColumn[] {
  const without = LEFT_OUT.find(([width]) => room < width)?.[1] ?? []
  return COLUMNS.filter(({ name }) => !without.includes(name))
}

/** The room that columns ask for by their names, in em. */
export type Asked = Readonly<Record<WallColumn['name'], number>>

/** What columns ask for before any read is shown. */
export const LEAST_ASKED: Asked = {
  hour: BOUNDS.hour[0],
  tag: BOUNDS.tag[0],
  agent: BOUNDS.agent[0],
  location: BOUNDS.location[0],
  plate: BOUNDS.plate[0],
  model: BOUNDS.model[0],
  owner: BOUNDS.owner[0],
}

/**
 * What the columns ask for once these reads are shown too; `asked` itself where that is no more: a
 * column that gave up room again would move the others all the time.
 */
export function askedWith(asked: Asked, reads: readonly ScanEvent[], site: SiteTime): Asked {
  const next = { ...asked }
  for (const { name, text, scale } of COLUMNS) {
    for (const read of reads) {
      const ems = Math.min(BOUNDS[name][1], emsOf(text(read, site)) * scale)
      next[name] = Math.max(next[name], ems)
    }
  }
  return COLUMNS.some(({ name }) => next[name] !== asked[name]) ? next : asked
}

/** Between two texts, in em. */
const BETWEEN = 1.2

/** The widths of these columns in rem, together `room`. */
export function widthsOf(columns: readonly WallColumn[], asked: Asked, room: number): number[] {
  const sum = columns.reduce((all, { name }) => all + asked[name] + BETWEEN, 0)
  return columns.map(({ name }) => (room * (asked[name] + BETWEEN)) / sum)
}
