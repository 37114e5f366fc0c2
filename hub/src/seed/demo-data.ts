import type { NewAsset } from '../store/assets/assets.ts'
import { DEMO_ASSETS, DEMO_VEHICLES } from './demo-fleet.ts'

/** The account of a demo hub; its password is public. */
export const DEMO_LOGIN = { email: 'admin@demo.local', password: 'demo-vehicle-control' } as const

/** Vehicles and assets with the tags that a simulated reader reports. */
export function demoAssets(): NewAsset[] {
  return [
    ...DEMO_VEHICLES.map(({ tag, plate, model, owner }) => {
      return { type: 'vehicle' as const, plate, name: model, owner, rfid_tag: tag }
    }),
    ...DEMO_ASSETS.map(({ type, tag, name, owner, location }) => {
      return { type, rfid_tag: tag, plate: null, name, owner, location }
    }),
  ]
}
