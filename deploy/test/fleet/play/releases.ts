import { existsSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { root } from '../../../local/child.ts'
import { packTree, signArchive } from '../../../release/pack-tree.ts'
import { TREES } from '../machines/plan.ts'
import { sh } from '../machines/shell.ts'

const TARGET = 'linux-x64'
const WORK = join(TREES, 'variants')
const VARIANT = /-fee[0-9a-f]{4}$/
/** Packs in seconds. */
const QUICKLY = 1

/** Where the archives of the run lie. */
export const RELEASES = join(TREES, 'releases')
const KEY = join(TREES, 'release-key')

/** The public half of the key that signs the run's releases. */
export const signers = () => readFileSync(`${KEY}.pub`, 'utf8').trim()
export const archiveOf = (version: string) =>
  join(RELEASES, `vehicle-control-${version}-${TARGET}.tar.gz`)

/** Makes the release of this checkout as it ships, with a key of the run's own; once a run. */
export async function makeRelease(): Promise<void> {
  if (existsSync(WORK)) return
  await sh(`ssh-keygen -q -t ed25519 -N '' -C release -f ${KEY}`)
  const log = join(TREES, 'release.log')
  await sh(`cd ${root} && RELEASE_KEY=${KEY} npm run release -- --target ${TARGET} --dirty \
    --out ${RELEASES} > ${log} 2>&1`)
  const name = readdirSync(RELEASES).find((file) => file.endsWith(`-${TARGET}.tar.gz`)) ?? ''
  await sh(`mkdir ${WORK} && tar -xzf ${join(RELEASES, name)} -C ${WORK}`)
}

/** The version that `makeRelease` made. */
export function firstVersion(): string {
  const [tree = ''] = readdirSync(WORK).filter((name) => !VARIANT.test(name))
  return tree.slice('vehicle-control-'.length)
}

export interface Variant {
  /** Four hexadecimal digits behind `fee`, in place of the commit's. */
  build: string
  /** JavaScript that a program runs before its own, when it starts as a service. */
  begins?: { edge?: string; hub?: string }
  /** A key that no host trusts. */
  strange?: boolean
}

/** Packs another build of the run's release, in seconds; answers its version. */
export async function makeVariant(variant: Variant): Promise<string> {
  const of = firstVersion()
  const { build, begins = {}, strange = false } = variant
  const version = of.replace(/-[0-9a-f]{7}(-dirty)?$/, `-fee${build}`)
  const tree = join(WORK, `vehicle-control-${version}`)
  rmSync(tree, { recursive: true, force: true })
  await sh(`cp -al ${join(WORK, `vehicle-control-${of}`)} ${tree}`)
  for (const file of ['release.json', 'package.json']) {
    rewrite(join(tree, file), (text) => text.replaceAll(of, version))
  }
  for (const [program, code] of Object.entries(begins)) {
    const asService = `if (process.argv.length === 2) {\n${code}\n}\n`
    rewrite(join(tree, program, 'dist/main.js'), (text) => asService + text)
  }
  const archive = archiveOf(version)
  await packTree(tree, archive, { modifiedAt: new Date(), level: QUICKLY })
  await signArchive(archive, strange ? await strangeKey() : KEY)
  rmSync(tree, { recursive: true })
  return version
}

// Its files are links to those of the first build: another file takes the place of one.
function rewrite(file: string, change: (text: string) => string): void {
  const before = readFileSync(file, 'utf8')
  const after = change(before)
  if (after === before) throw new Error(`nothing to change in ${basename(file)}`)
  writeFileSync(`${file}.new`, after)
  renameSync(`${file}.new`, file)
}

async function strangeKey(): Promise<string> {
  const key = join(TREES, 'strange-key')
  if (!existsSync(key)) await sh(`ssh-keygen -q -t ed25519 -N '' -C strange -f ${key}`)
  return key
}
