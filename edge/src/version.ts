import { existsSync, readFileSync } from 'node:fs'
import { runningVersion } from '@vehicle-control/protocol/release'

const textOf = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const release = existsSync(new URL('../../release.json', import.meta.url))
  ? textOf('../../release.json')
  : null

/** The release that this edge is of; in a checkout the version of its package, and no commit. */
export const { version: VERSION, commit: COMMIT } = runningVersion(
  release,
  textOf('../package.json'),
)
