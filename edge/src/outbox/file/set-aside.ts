import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { EpochsFile, SetAside } from './epochs-file.ts'
import { syncFolder } from './epochs-file.ts'

/** Damaged files that are kept when they have been salvaged, and their bytes. */
const KEEP_FILES = 3
const KEEP_BYTES = 256 * 1024 * 1024
/**
 * Where a file's last seq is unknown, the next entries begin at a multiple of this: more entries
 * than an edge ever writes, and small enough for nine thousand multiples below MAX_SAFE_INTEGER.
 */
const SEQ_STRIDE = 1e12

/** A free name for the damaged file. */
export function asideName(file: string): string {
  for (let time = Date.now(); ; time++) {
    const path = `${file}.corrupt.${time}`
    if (!existsSync(path) && !existsSync(`${path}-wal`)) return basename(path)
  }
}

/** A seq above all of a file whose last one is unknown. */
export function seqBeyond(names: EpochsFile | null): number {
  // The seqs that were used are unknown, too: a random multiple is all but certainly unused.
  if (names === null) return SEQ_STRIDE * (1 + Math.floor(Math.random() * 4000)) - 1
  const known = [...names.epochs, ...names.setAside.flatMap((s) => s.epochs)].flatMap((e) => [
    e.firstSeq,
    e.acked,
    e.lastSeq ?? 0,
  ])
  const highest = Math.max(0, ...known, ...names.setAside.map((s) => s.lastSeq))
  return (Math.floor(highest / SEQ_STRIDE) + 1) * SEQ_STRIDE - 1
}

/**
 * Renames the outbox's files, the write-ahead log first: a new file must never find the old one.
 */
export function moveAside(file: string, name: string): void {
  const aside = join(dirname(file), name)
  rmSync(`${file}-shm`, { force: true })
  if (existsSync(`${file}-wal`)) renameSync(`${file}-wal`, `${aside}-wal`)
  if (existsSync(file)) renameSync(file, aside)
  syncFolder(file)
}

/** Finishes a renaming that a power cut interrupted; answers the records whose file is there. */
export function completeAside(file: string, records: readonly SetAside[]): SetAside[] {
  return records.filter(({ name }) => {
    const aside = join(dirname(file), name)
    if (!existsSync(aside) && existsSync(`${aside}-wal`)) moveAside(file, name)
    return existsSync(aside)
  })
}

/** Deletes the oldest of the damaged files that were salvaged, beyond a few. */
export function forgetSalvaged(file: string, pending: readonly SetAside[]): void {
  const folder = dirname(file)
  const files = readdirSync(folder).filter((name) => name.startsWith(`${basename(file)}.corrupt.`))
  const sizeOf = (name: string) =>
    statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0
  const salvaged = files
    .filter((name) => !name.endsWith('-wal') && !pending.some((s) => s.name === name))
    .map((name) => ({ name, bytes: sizeOf(name) + sizeOf(`${name}-wal`) }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))
  let bytes = salvaged.reduce((sum, one) => sum + one.bytes, 0)
  while (salvaged.length > KEEP_FILES || bytes > KEEP_BYTES) {
    const oldest = salvaged.shift()
    if (oldest === undefined) return
    bytes -= oldest.bytes
    for (const suffix of ['', '-wal']) rmSync(join(folder, oldest.name + suffix), { force: true })
  }
}
