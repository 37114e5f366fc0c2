import { z } from 'zod'
import { wireText } from './text.ts'

/** `release.json` at the top of an unpacked release. */
export const ReleaseFacts = z.object({
  /** `<version of package.json>-<7 digits of the commit>`. */
  version: wireText(64),
  /** 40 hexadecimal digits. */
  commit: z.string(),
  /** ISO; the commit's own date, so that the same commit makes the same bytes. */
  builtAt: z.iso.datetime(),
  /** `linux-x64` or `linux-arm64`. */
  target: z.string(),
  /** The Node that it carries. */
  node: z.string(),
})
export type ReleaseFacts = z.infer<typeof ReleaseFacts>

/** The version that runs; a checkout, which has no `release.json`, has no commit and no date. */
export interface RunningVersion {
  version: string
  commit: string | null
  builtAt: string | null
}

/**
 * The version that runs, from the texts of `release.json` (null where there is none) and of the package's own
 * `package.json`.
 *
 * @throws Error when either holds something else: the release is damaged.
 */
export function runningVersion(release: string | null, packageJson: string): RunningVersion {
  if (release === null) {
    const { version } = z.object({ version: z.string() }).parse(JSON.parse(packageJson))
    return { version, commit: null, builtAt: null }
  }
  const { version, commit, builtAt } = ReleaseFacts.parse(JSON.parse(release))
  return { version, commit, builtAt }
}
