import { type AccessGate, ListPlace } from '@vehicle-control/protocol'
import type { AccessGateRow } from '../store/access/access-gates.ts'
import { fromJson } from '../store/settings/settings.ts'
import type { ListImage } from './access-list.ts'
import type { PolicyText } from './policy-text.ts'

/** How the list of an agent stands to ours, by what it said last. */
export function gateListView(
  policy: PolicyText | undefined,
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
  policy: PolicyText | undefined,
  gate: AccessGateRow | undefined,
  image: ListImage | null,
): string {
  if (policy === undefined || policy.mode === 'off') return 'off'
  if (gate === undefined) return 'never'
  if (gate.mode === null) return 'cannot'
  if (gate.list_id === null) return 'never'
  // Our own list is not proven yet, after a start.
  if (image === null) return gate.is_equal === 1 ? 'equal' : 'behind'
  if (mayStay(gate, image)) return 'held'
  if (gate.complete === 0) return 'never'
  const isEqual = gate.digest === image.digest && gate.denied === image.deniedDigest
  return isEqual && gate.policy === policy.digest ? 'equal' : 'behind'
}

/** It keeps a list that ours does not take the place of. */
function mayStay({ given_up, list_id, edits, digest }: AccessGateRow, image: ListImage): boolean {
  const held = edits ?? 0
  if (digest === image.digest) return false
  if (list_id === image.place.id) return held > image.place.edits
  const { data } = ListPlace.safeParse(fromJson(given_up ?? ''))
  const goneOnFrom = [data, image.was].some((one) => one?.id === list_id && one.edits >= held)
  return !goneOnFrom
}
