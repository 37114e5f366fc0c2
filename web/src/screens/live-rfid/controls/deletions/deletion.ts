import type { ScanEvent } from '@vehicle-control/protocol'
import { byShownColumn, type ShownColumn } from '@vehicle-control/protocol/vehicle-columns'
import type { Person } from '../../../../api/auth/person.ts'

/** One read that was removed from this browser's day. */
export interface DeletedRead extends Readonly<Record<ShownColumn, string | null>> {
  readonly id: string
  readonly uid: string
  /** ISO 8601. */
  readonly read_at: string
  readonly agent_code: string
  readonly agent_name: string
  readonly agent_location: string | null
}

/** The record of one time that somebody emptied this browser's day. */
export interface Deletion {
  readonly id: string
  /** Epoch milliseconds of the hub's clock. */
  readonly deletedAt: number
  /** The person's name; empty where they have none. */
  readonly user: string
  /**
   * The person's account, which alone sees it; null in an older record, which has the name only.
   */
  readonly userId: string | null
  readonly count: number
  /** False where there was no room for the reads. */
  readonly hasItems: boolean
}

/** A read as its record keeps it. */
export function deletedRead({ id, uid, ts, agent, vehicle }: ScanEvent): DeletedRead {
  return {
    id,
    uid,
    read_at: ts,
    agent_code: agent.code,
    agent_name: agent.name,
    agent_location: agent.location,
    ...byShownColumn((column) => vehicle?.[column] ?? null),
  }
}

/** Reads a stored list of deletions; what is none is left out. */
export function parseDeletions(value: unknown): Deletion[] {
  const list: unknown[] = Array.isArray(value) ? value : []
  return list.filter(isRecord).map((record) => ({ ...record, userId: record.userId ?? null }))
}

type StoredDeletion = Omit<Deletion, 'userId'> & { readonly userId?: string | null }

function isRecord(value: unknown): value is StoredDeletion {
  if (typeof value !== 'object' || value === null) return false
  const { id, deletedAt, user, userId, count, hasItems }: Record<string, unknown> = { ...value }
  return (
    typeof id === 'string' &&
    Number.isFinite(deletedAt) &&
    typeof user === 'string' &&
    (typeof userId === 'string' || userId === undefined || userId === null) &&
    Number.isInteger(count) &&
    typeof hasItems === 'boolean'
  )
}

/** True for the person's own record; one without an account belongs to whoever has its name. */
export function isOf({ user, userId }: Deletion, person: Pick<Person, 'id' | 'name'>): boolean {
  return userId === null ? user !== '' && user === person.name : userId === person.id
}

/** The newest `limit` of each account in both lists, each id once. */
export function newestDeletions(
  one: readonly Deletion[],
  other: readonly Deletion[],
  limit: number,
): Deletion[] {
  const byId = new Map([...other, ...one].map((deletion) => [deletion.id, deletion]))
  const counts = new Map<string, number>()
  return [...byId.values()]
    .sort((a, b) => b.deletedAt - a.deletedAt)
    .filter(({ user, userId }) => {
      const account = userId === null ? `name ${user}` : `id ${userId}`
      const count = (counts.get(account) ?? 0) + 1
      counts.set(account, count)
      return count <= limit
    })
}
