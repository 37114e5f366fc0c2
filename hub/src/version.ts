import { existsSync, readFileSync } from 'node:fs'
import { type RunningVersion, runningVersion } from '@vehicle-control/protocol/release'

const textOf = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const release = existsSync(new URL('../../release.json', import.meta.url))
  ? textOf('../../release.json')
  : null

/** The release that this hub is of; in a checkout the version of its package. */
export const RUNNING: RunningVersion = runningVersion(release, textOf('../package.json'))
