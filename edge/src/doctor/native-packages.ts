import { fault, type Finding, ok } from './finding.ts'
import { codeOf } from './probe-connection.ts'
import type { Machine } from './machine.ts'

/** A package with compiled code, and what of the configuration needs it. */
export interface NeededPackage {
  name: string
  by: string
}

/** Whether the packages with compiled code that this configuration needs can be loaded. */
export async function checkPackages(
  machine: Machine,
  needed: readonly NeededPackage[],
): Promise<Finding[]> {
  return await Promise.all(
    needed.map(async ({ name, by }) => {
      const check = 'package'
      try {
        await machine.load(name)
        return ok(check, `${name} carga`, name)
      } catch (error) {
        const text = `${name} no carga (${codeOf(error)}); lo necesita ${by}`
        const fix = `cd /opt/vehicle-control/current && sudo npm install --omit=dev -w edge ${name}`
        return fault({ check, subject: name, text, fix })
      }
    }),
  )
}
