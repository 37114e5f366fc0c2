/** The code of a gate of the demo, which is its agent's. */
export type DemoGateCode = 'porteria-demo' | 'patio-demo' | 'bodega-demo' | 'visitantes-demo'

/** A gate of the demo as its agent is stored. */
export interface DemoGate {
  code: DemoGateCode
  name: string
  location: string
  lat: number
  lng: number
}

/** What the demo's site is called on documents and walls. */
export const DEMO_SITE_NAME = 'Centro logístico (demo)'

/** The site of the demo, around the map's default centre; the first gate is the main one. */
export const DEMO_GATES: readonly [DemoGate, ...DemoGate[]] = [
  {
    code: 'porteria-demo',
    name: 'Portería principal',
    location: 'Entrada principal',
    lat: 4.711,
    lng: -74.0721,
  },
  {
    code: 'patio-demo',
    name: 'Patio de carga',
    location: 'Muelles 1 a 6',
    lat: 4.7163,
    lng: -74.0846,
  },
  {
    code: 'bodega-demo',
    name: 'Bodega norte',
    location: 'Nave B',
    lat: 4.7248,
    lng: -74.0702,
  },
  {
    code: 'visitantes-demo',
    name: 'Parqueadero visitantes',
    location: 'Sótano 1',
    lat: 4.7042,
    lng: -74.0655,
  },
]

/** The reader of each of these gates, in its edge's own words. */
export const DEMO_READER = 'portal'
