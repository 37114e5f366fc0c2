import { hash } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import type { ListPlace } from '@vehicle-control/protocol'
import { syncFolder } from '../file/epochs-file.ts'

/** The denied tags of a gate, and the list that said so. */
export interface DeniedTags {
  list: ListPlace | null
  uids: readonly string[]
}

const sumOf = (text: string) => hash('sha256', text, 'hex')

/** A text after its checksum. */
export function sealed(text: string): string {
  return `${sumOf(text)}\n${text}`
}

/** The text of `sealed`; null where any of it has changed. */
export function unsealed(given: string): string | null {
  const text = given.slice(65)
  return given === sealed(text) ? text : null
}

/**
 * Keeps the denied tags once more in a file by themselves: what happens to the database, they go on being
 * denied. After a power cut it holds the old ones or these, and when this returns these.
 */
export function writeDeniedFile(path: string, agent: string, denied: DeniedTags): void {
  const temporary = `${path}.tmp`
  const file = openSync(temporary, 'w', 0o600)
  try {
    writeFileSync(file, sealed(JSON.stringify({ agent, ...denied })))
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(temporary, path)
  syncFolder(path)
}

/** What `writeDeniedFile` has written last for this agent; null without, and where it is damaged. */
export function readDeniedFile(path: string, agent: string): DeniedTags | null {
  let text: string | null
  try {
    text = unsealed(readFileSync(path, 'utf8'))
  } catch {
    // None yet, or the card cannot read it: the database has them as well.
    return null
  }
  if (text === null) return null
  const kept = JSON.parse(text) as DeniedTags & { agent: string }
  return kept.agent === agent ? { list: kept.list, uids: kept.uids } : null
}

/** Forgets them, those of a write that a power cut ended too. */
export function removeDeniedFile(path: string): void {
  for (const one of [path, `${path}.tmp`]) rmSync(one, { force: true })
}
