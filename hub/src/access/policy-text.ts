import { hash } from 'node:crypto'
import { type Digest, OFFSETS_DAYS, policyOffsets } from '@vehicle-control/protocol'
import type { SiteOffsets } from '@vehicle-control/protocol/site-offsets'
import type { StoredPolicy } from '../store/access/access-policies.ts'

const DAY_MS = 86_400_000

/** A policy as an agent gets it. */
export interface PolicyText {
  mode: string
  json: string
  /** Of `json`; agents take `POLICY_MAX_BYTES` of them. */
  bytes: number
  /** SHA-256 of `json`. */
  digest: Digest
}

/**
 * The text of a policy with the offsets of the site's clocks. It is the same for a month, so that a gate
 * gets it again only where somebody changed it, or once a month.
 */
export function policyText(
  { revision, mode, rules }: StoredPolicy,
  zone: Pick<SiteOffsets, 'between'>,
  now: number,
): PolicyText {
  const today = new Date(now)
  const month = Date.UTC(today.getUTCFullYear(), today.getUTCMonth())
  const offsets = policyOffsets(
    zone,
    Math.max(0, month - 62 * DAY_MS),
    month + OFFSETS_DAYS * DAY_MS,
  )
  const json = JSON.stringify({ revision, mode, rules: JSON.parse(rules) as unknown, offsets })
  return { mode, json, bytes: Buffer.byteLength(json), digest: hash('sha256', json) }
}
