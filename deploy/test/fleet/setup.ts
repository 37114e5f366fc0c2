import { bootFleet, endFleet } from './fleet.ts'

/** Boots the fleet before the first scenario and ends it after the last. */
export async function setup(): Promise<void> {
  await bootFleet()
}

export async function teardown(): Promise<void> {
  if (!process.env['FLEET_KEEP']) await endFleet()
}
