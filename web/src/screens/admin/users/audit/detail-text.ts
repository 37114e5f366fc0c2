import type { AuditRecord } from '@vehicle-control/protocol'
import type { SiteTime } from '../../../../site-time/site-time.ts'
import { AUDIT_DETAIL_TEXTS as TEXTS } from '../../../../texts/admin/audit-details.ts'

type Detail = AuditRecord['detail']

/**
 * What an entry of the audit log says besides, in words and by the site's clocks; names that have
 * none stay the hub's. What is whole in the CSV alone: keys and hashes, which nobody reads out.
 */
export function detailText(
  { action, detail }: Pick<AuditRecord, 'action' | 'detail'>,
  site: SiteTime,
): string {
  return partsOf(action, detail, site).filter(Boolean).join(' · ')
}

/** What an act was done to, as the screens name it. */
export function targetText({ action, target }: Pick<AuditRecord, 'action' | 'target'>): string {
  return action === 'audit.key' ? short(target) : (TEXTS.targets[action]?.[target] ?? target)
}

function partsOf(action: string, detail: Detail, site: SiteTime): string[] {
  switch (action) {
    case 'agent.relay':
      return relayParts(detail)
    case 'audit.key':
      return keyParts(detail)
    default:
      return Object.entries(detail).map(([name, value]) => {
        // The read after which a further page begins.
        if (action === 'rows.read_out' && name === 'before') return TEXTS.furtherPages
        return momentText(name, value, site) ?? part(detail, action, name, value)
      })
  }
}

/** «Relé 17 · activar · 5 s»; the command's id says nothing to people. */
function relayParts({ pin, relay, state, duration, refused, ...rest }: Detail): string[] {
  return [
    relay === undefined ? TEXTS.relay(shown('pin', pin)) : shown('relay', relay),
    state === 1 ? TEXTS.activate : TEXTS.deactivate,
    typeof duration === 'number' ? TEXTS.seconds(String(duration / 1000).replace('.', ',')) : '',
    refused === undefined ? '' : TEXTS.refused(shown('refused', refused)),
    ...Object.entries(rest).flatMap(([name, value]) =>
      name === 'id' ? [] : TEXTS.named(name, shown(name, value)),
    ),
  ]
}

/** The new key is what the act was done to. */
function keyParts({ rows, head, before }: Detail): string[] {
  if (!before && !head) return [TEXTS.firstKey]
  return [
    named('rows', rows),
    named('head', head),
    isNothing(before) ? '' : TEXTS.named(TEXTS.keyWas, shown('before', before)),
  ]
}

/** «hasta 28/11/2026 20:09»; undefined where it is no moment. */
function momentText(name: string, value: unknown, site: SiteTime): string | undefined {
  const word = TEXTS.moments[name]
  if (word === undefined || (typeof value !== 'string' && typeof value !== 'number')) {
    return undefined
  }
  const at = new Date(value).getTime()
  return Number.isNaN(at) ? undefined : `${word} ${site.full(at)}`
}

function part(detail: Detail, action: string, name: string, value: unknown): string {
  const { before, after } = detail
  // Said with what it became.
  if (name.endsWith(WAS) && name.slice(0, -WAS.length) in detail) return ''
  if (before !== undefined && after !== undefined && (name === 'before' || name === 'after')) {
    const of = action === 'user.role' ? 'role' : name
    return name === 'before' ? '' : TEXTS.change(shown(of, before), shown(of, after))
  }
  const flag = TEXTS.flags[name]
  if (flag && typeof value === 'boolean') return value ? flag[0] : flag[1]
  if (name === 'ttl' && typeof value === 'number') return TEXTS.minutes(String(value / 60))
  const was = detail[name + WAS]
  if (was === undefined) return named(name, value)
  return TEXTS.named(TEXTS.names[name] ?? name, TEXTS.change(shown(name, was), shown(name, value)))
}

/** The end of the name of what a value was before. */
const WAS = '_was'

/** A name and its value; nothing where it has none. */
function named(name: string, value: unknown): string {
  return isNothing(value) ? '' : TEXTS.named(TEXTS.names[name] ?? name, shown(name, value))
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

function shown(name: string, value: unknown): string {
  if (isNothing(value)) return TEXTS.none
  if (typeof value === 'boolean' && name in TEXTS.names) return value ? TEXTS.yes : TEXTS.no
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return TEXTS.values[name]?.[text] ?? (CODES.has(name) ? short(text) : text)
}

/** Values that are codes of a machine, of which a person compares the beginning. */
const CODES: ReadonlySet<string> = new Set(['before', 'digest', 'head', 'id'])
const LONG_CODE = /^[\da-f-]{16,}$/i
const BEGIN = 8

function short(code: string): string {
  return LONG_CODE.test(code) ? TEXTS.shortened(code.slice(0, BEGIN)) : code
}
