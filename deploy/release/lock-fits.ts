import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '@vehicle-control/protocol'
import { z } from 'zod'

const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      integrity: z.string().optional(),
      optional: z.boolean().optional(),
      peer: z.boolean().optional(),
    }),
  ),
})

/** The packages that a lock file names, by their folder. */
export function lockedPackages(file: string): z.infer<typeof Lock>['packages'] {
  return Lock.parse(JSON.parse(readFileSync(file, 'utf8'))).packages
}

/**
 * Makes sure that the installed packages are those of package-lock.json: another compiler or bundler
 * makes other bytes.
 *
 * @throws ConfigError that names the first packages that differ.
 */
export function assertLockFits(root: string): void {
  const wanted = lockedPackages(join(root, 'package-lock.json'))
  const found = lockedPackages(join(root, 'node_modules/.package-lock.json'))
  const differ = Object.keys({ ...wanted, ...found }).filter((folder) => {
    if (!folder.startsWith('node_modules/')) return false
    const [want, have] = [wanted[folder], found[folder]]
    if (have === undefined) return want?.optional !== true
    return want?.version !== have.version || want?.integrity !== have.integrity
  })
  if (differ.length === 0) return
  const named = differ.slice(0, 3).join(', ')
  throw new ConfigError(`${named} (${differ.length} in all) is not as in package-lock.json: npm ci`)
}
