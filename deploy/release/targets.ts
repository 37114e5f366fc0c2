import { ConfigError } from '@vehicle-control/protocol'

/** What a release is made for. */
export interface Target {
  /** As archives and `release.json` name it. */
  name: 'linux-x64' | 'linux-arm64'
  /** As Node and npm name the processor. */
  cpu: 'x64' | 'arm64'
  /** Prefix of the compiler's tools: `<prefix>gcc`, `<prefix>strip`. */
  toolPrefix: string
  /** The Debian packages that have them. */
  debianPackages: string
  /** e_machine of an ELF file. */
  elfMachine: number
}

export const TARGETS: readonly Target[] = [
  {
    name: 'linux-x64',
    cpu: 'x64',
    toolPrefix: 'x86_64-linux-gnu-',
    debianPackages: 'g++ make python3',
    elfMachine: 62,
  },
  {
    name: 'linux-arm64',
    cpu: 'arm64',
    toolPrefix: 'aarch64-linux-gnu-',
    debianPackages: 'g++-aarch64-linux-gnu make python3',
    elfMachine: 183,
  },
]

/**
 * The targets of these names; all of them when none is named.
 *
 * @throws ConfigError for an unknown name.
 */
export function targetsNamed(names: readonly string[]): readonly Target[] {
  if (names.length === 0) return TARGETS
  return names.map((name) => {
    const found = TARGETS.find((target) => target.name === name)
    if (found !== undefined) return found
    const known = TARGETS.map((target) => target.name).join(', ')
    throw new ConfigError(`--target ${name} is none; there are ${known}`)
  })
}
