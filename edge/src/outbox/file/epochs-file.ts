import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { EPOCH_NAME } from './outbox-file.ts'

/** An epoch as far as it is known outside the database: `lastSeq` is null while it may grow. */
export interface KnownEpoch {
  epoch: string
  firstSeq: number
  lastSeq: number | null
  acked: number
}

/** A file that was set aside and is still to be salvaged. */
export interface SetAside {
  /** Its name, in the outbox's folder. */
  name: string
  agent: string
  /** No entry in it has a higher seq. */
  lastSeq: number
  epochs: KnownEpoch[]
  /** `lastSeq` and `epochs` were known when it was set aside, not only as of its opening. */
  isExact: boolean
}

/** What must outlive the outbox's file: the names of its epochs, and what is to be salvaged. */
export interface EpochsFile {
  agent: string
  epochs: KnownEpoch[]
  setAside: SetAside[]
}

const pathOf = (file: string) => `${file}.epochs.json`

/** Null where there is none, or none that can be read. */
export function readEpochsFile(file: string): EpochsFile | null {
  try {
    const { agent, epochs, setAside } = JSON.parse(readFileSync(pathOf(file), 'utf8')) as EpochsFile
    if (typeof agent !== 'string' || !epochs.every(isEpoch) || !setAside.every(isSetAside)) {
      return null
    }
    return { agent, epochs, setAside }
  } catch {
    return null
  }
}

function isEpoch({ epoch, firstSeq, lastSeq, acked }: KnownEpoch): boolean {
  const isLast = lastSeq === null || Number.isSafeInteger(lastSeq)
  return EPOCH_NAME.test(epoch) && isLast && [firstSeq, acked].every(Number.isSafeInteger)
}

function isSetAside({ name, agent, lastSeq, epochs }: SetAside): boolean {
  const texts = typeof name === 'string' && typeof agent === 'string'
  return texts && Number.isSafeInteger(lastSeq) && epochs.every(isEpoch)
}

/** The fields of the present file, those of a newer version among them. */
function fieldsOf(file: string): object {
  try {
    const found: unknown = JSON.parse(readFileSync(pathOf(file), 'utf8'))
    return typeof found === 'object' && found !== null ? found : {}
  } catch {
    // There is none yet, or it is broken.
    return {}
  }
}

/** Replaces the file whole: a power cut leaves the old one or the new one. */
export function writeEpochsFile(file: string, content: EpochsFile): void {
  const fresh = `${pathOf(file)}.new`
  const fd = openSync(fresh, 'w', 0o600)
  try {
    const text = Buffer.from(JSON.stringify({ ...fieldsOf(file), ...content }))
    for (let at = 0; at < text.length;) at += writeSync(fd, text, at, text.length - at, at)
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
  renameSync(fresh, pathOf(file))
  syncFolder(file)
}

/** Makes renames in the outbox's folder durable. */
export function syncFolder(file: string): void {
  const fd = openSync(dirname(file), 'r')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}
