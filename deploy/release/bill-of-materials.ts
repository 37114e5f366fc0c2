import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { lockedPackages } from './lock-fits.ts'
import type { InstalledPackage } from './package-tree.ts'
import { runNpm } from '../local/run-tool.ts'
import type { Source } from './source.ts'
import type { Target } from './targets.ts'

const Component = z.looseObject({ 'bom-ref': z.string() })
const Bom = z.looseObject({
  metadata: z.looseObject({ component: Component }),
  components: z.array(Component),
  dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()) })),
})
type Component = z.infer<typeof Component>

export interface BillOptions {
  source: Source
  target: Target
  /** The folder of the lock file that npm reads. */
  stage: string
  /** The packages that are in the release, those of the bundled web app among them. */
  packages: readonly InstalledPackage[]
  nodeVersion: string
  sqliteVersion: string
}

/**
 * The CycloneDX bill of materials of a release: npm's own, without packages of other targets or left
 * out, and with Node and SQLite, which no lock file names. The same release has the same text.
 */
export async function billOfMaterials(options: BillOptions): Promise<string> {
  const { source, target, stage, packages } = options
  // Development packages included: npm would leave out one that another workspace only tests with.
  const args = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only']
  const { components, dependencies, metadata, ...bom } = Bom.parse(
    JSON.parse(await runNpm(args, { cwd: stage })),
  )
  const shipped = new Set(packages.map(({ name, version }) => `${name}@${version}`))
  const isShipped = (ref: string) => shipped.has(ref) || ref.startsWith('@vehicle-control/')
  const kept = components.filter((component) => isShipped(component['bom-ref']))
  const missing = [...shipped].filter((ref) => !kept.some((one) => one['bom-ref'] === ref))
  if (missing.length > 0) throw new Error(`npm's bill does not know ${missing.join(', ')}`)
  const top = `vehicle-control@${source.version}`
  const formerTop = metadata.component['bom-ref']
  const added = [nodeOf(options), sqliteOf(options)]
  return JSON.stringify(
    {
      ...bom,
      serialNumber: serialNumber(`${source.version} ${target.name}`),
      metadata: {
        timestamp: source.builtAt.toISOString(),
        tools: [{ vendor: 'npm', name: 'cli' }],
        component: {
          'bom-ref': top,
          type: 'application',
          name: 'vehicle-control',
          version: source.version,
          properties: [{ name: 'vehicle-control:target', value: target.name }],
        },
      },
      components: [...kept, ...added],
      dependencies: [
        ...dependencies
          .filter(({ ref }) => ref === formerTop || isShipped(ref))
          .map(({ ref, dependsOn }) => {
            const on = dependsOn.filter(isShipped)
            if (ref === formerTop) return { ref: top, dependsOn: [...on, added[0]?.['bom-ref']] }
            const withSqlite = ref.startsWith('better-sqlite3@') ? [added[1]?.['bom-ref']] : []
            return { ref, dependsOn: [...on, ...withSqlite] }
          }),
        ...added.map((one) => ({ ref: one['bom-ref'], dependsOn: [] })),
      ],
    },
    null,
    2,
  )
}

function nodeOf({ source, target, nodeVersion }: BillOptions): Component {
  const name = `node-${target.name}`
  const lock = lockedPackages(join(source.root, 'deploy/release/runtime/package-lock.json'))
  const integrity = lock[`node_modules/${name}`]?.integrity ?? ''
  const sha512 = Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex')
  return {
    'bom-ref': `${name}@${nodeVersion}`,
    type: 'application',
    name,
    version: nodeVersion,
    cpe: `cpe:2.3:a:nodejs:node.js:${nodeVersion}:*:*:*:*:*:*:*`,
    purl: `pkg:npm/${name}@${nodeVersion}`,
    hashes: [{ alg: 'SHA-512', content: sha512 }],
    licenses: [{ license: { id: 'MIT' } }],
  }
}

function sqliteOf({ sqliteVersion }: BillOptions): Component {
  return {
    'bom-ref': `sqlite@${sqliteVersion}`,
    type: 'library',
    name: 'sqlite',
    version: sqliteVersion,
    cpe: `cpe:2.3:a:sqlite:sqlite:${sqliteVersion}:*:*:*:*:*:*:*`,
    purl: `pkg:generic/sqlite@${sqliteVersion}`,
    licenses: [{ license: { id: 'blessing' } }],
  }
}

/** The SQLite that better-sqlite3 compiles. */
export function sqliteVersionIn(folder: string): string {
  const header = readFileSync(join(folder, 'deps/sqlite3/sqlite3.h'), 'utf8')
  const found = /^#define SQLITE_VERSION\s+"([^"]+)"/m.exec(header)?.[1]
  if (found === undefined) throw new Error(`${folder} does not say which SQLite it has`)
  return found
}

/** A UUID that is made of a text alone (version 8). */
function serialNumber(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
  ]
  return `urn:uuid:${parts.join('-')}-${hex.slice(20, 32)}`
}
