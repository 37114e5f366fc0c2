import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '@vehicle-control/protocol'
import { z } from 'zod'
import { runTool } from '../local/run-tool.ts'

const COMMIT_DIGITS = 7
const FILES_NAMED = 5

/** The commit that a release is made of. */
export interface Source {
  root: string
  /** `<version of package.json>-<commit>`, with `-dirty` behind for uncommitted changes. */
  version: string
  commit: string
  /** The commit's own date. */
  builtAt: Date
  /** Its files, as paths from the root. */
  files: readonly string[]
}

/**
 * Reads the checkout's commit, version and files.
 *
 * @throws ConfigError for uncommitted changes, unless `dirty` allows them.
 */
export async function readSource(root: string, { dirty }: { dirty: boolean }): Promise<Source> {
  const git = (...args: string[]) => runTool('git', args, { cwd: root })
  const changes = (await git('status', '--porcelain', '-z', '--untracked-files=all'))
    .split('\0')
    .filter((line) => line !== '')
    .map((line) => line.slice(3))
  if (changes.length > 0 && !dirty) {
    const more = changes.length > FILES_NAMED ? ` and ${changes.length - FILES_NAMED} more` : ''
    const named = `${changes.slice(0, FILES_NAMED).join(', ')}${more}`
    throw new ConfigError(
      `the checkout has changes that no commit holds: ${named}; commit them, or give --dirty`,
    )
  }
  const [commit = '', seconds = ''] = (await git('log', '-1', '--format=%H %ct')).trim().split(' ')
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
  const listed = await git('ls-files', '-z', '--cached', '--others', '--exclude-standard')
  const suffix = changes.length > 0 ? '-dirty' : ''
  return {
    root,
    version: `${version}-${commit.slice(0, COMMIT_DIGITS)}${suffix}`,
    commit,
    builtAt: new Date(Number(seconds) * 1000),
    files: listed.split('\0').filter((file) => file !== ''),
  }
}
