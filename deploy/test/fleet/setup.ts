import { bootFleet, endFleet, thisRun } from './fleet.ts'
import { summarise } from './summary.ts'

/** Boots the fleet before the first scenario and ends it after the last. */
export async function setup(): Promise<void> {
  await bootFleet()
}

export async function teardown(): Promise<void> {
  process.stdout.write(`\n${summarise()}\nlogs: ${thisRun().logs}\n`)
  if (!process.env['FLEET_KEEP']) await endFleet()
}
