import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ConfigError, EXIT_CONFIG } from '@vehicle-control/protocol'
import { buildWeb } from '../local/build-web.ts'
import { root } from '../local/child.ts'
import { assertLockFits } from './lock-fits.ts'
import { makeRelease } from './make-release.ts'
import { assertCompiler } from './native-sqlite.ts'
import { releaseKey } from './pack-tree.ts'
import { readSource } from './source.ts'
import { targetsNamed } from './targets.ts'

const DIST = join(root, 'deploy/dist')
const BYTES_PER_MB = 1e6

/** `npm run release -- [--target linux-x64] [--out DIR] [--dirty]` makes the archives of a commit. */
async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      target: { type: 'string', multiple: true, default: [] },
      out: { type: 'string', default: join(DIST, 'releases') },
      dirty: { type: 'boolean', default: false },
    },
  })
  const key = releaseKey(process.env)
  const targets = targetsNamed(values.target)
  for (const target of targets) assertCompiler(target)
  assertLockFits(root)
  const source = await readSource(root, { dirty: values.dirty })
  buildWeb()
  const about = { source, key, out: resolve(values.out), kept: join(DIST, 'native') }
  const made = await Promise.all(targets.map((target) => makeRelease({ ...about, target })))
  for (const { archive, sha256, bytes, withoutLicence } of made) {
    const size = `${(bytes / BYTES_PER_MB).toFixed(1)} MB`
    process.stdout.write(`${archive}\n  ${size}, sha256 ${sha256}\n`)
    process.stdout.write(`  packages without the text of a licence: ${withoutLicence}\n`)
  }
}

function isUnknownOption(error: unknown): error is Error {
  return (
    error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_')
  )
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof ConfigError || isUnknownOption(error))) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = EXIT_CONFIG
}
