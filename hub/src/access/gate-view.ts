import { type AccessGate, ListPlace } from '@vehicle-control/protocol'
import type { StoredPolicy } from '../store/access/access-policies.ts'
import type { AccessGateRow } from '../store/access/access-gates.ts'
import { fromJson } from '../store/settings/settings.ts'
import type { ListImage } from './access-list.ts'

/** How the list of an agent stands to ours, by what it said last. */
export function gateListView(
  policy: StoredPolicy | undefined,
  gate: AccessGateRow | undefined,
  image: ListImage | null,
): AccessGate['list'] {
  const state = stateOf(policy, gate, image)
  const isBehind = state === 'behind' && image !== null && gate?.list_id === image.place.id
  const equalAt = gate?.equal_at ?? null
  return {
    state,
    behind: isBehind ? Math.max(1, image.place.edits - (gate.edits ?? 0)) : 0,
    confirmed_at: equalAt === null ? null : new Date(equalAt).toISOString(),
    held: state === 'held' ? ListPlace.parse({ id: gate?.list_id, edits: gate?.edits }) : null,
    refused_rules: fromJson(gate?.refused ?? '[]') as (number | null)[],
  }
}

function stateOf(
  policy: StoredPolicy | undefined,
  gate: AccessGateRow | undefined,
  image: ListImage | null,
): string {
  if (policy === undefined || policy.mode === 'off') return 'off'
  if (gate === undefined) return 'never'
  if (gate.mode === null) return 'cannot'
  if (gate.list_id === null || image === null) return 'never'
  if (gate.digest === image.digest) return 'equal'
  const isOurs = gate.list_id === image.place.id && (gate.edits ?? 0) <= image.place.edits
  return isOurs || isGivenUp(gate) ? 'behind' : 'held'
}

function isGivenUp({ given_up, list_id, edits }: AccessGateRow): boolean {
  const { data } = ListPlace.safeParse(fromJson(given_up ?? ''))
  return data !== undefined && data.id === list_id && data.edits === edits
}
