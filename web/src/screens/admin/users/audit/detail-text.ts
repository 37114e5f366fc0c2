import type { AuditRecord } from '@vehicle-control/protocol'
import { AUDIT_DETAIL_TEXTS as TEXTS } from '../../../../texts/admin/audit-details.ts'

type Detail = AuditRecord['detail']

/** What an entry of the audit log says besides, in words; names that have none stay the hub's. */
export function detailText({ action, detail }: Pick<AuditRecord, 'action' | 'detail'>): string {
  const parts =
    action === 'agent.relay'
      ? relayParts(detail)
      : Object.entries(detail).map(([name, value]) => part(detail, action, name, value))
  return parts.filter(Boolean).join(' · ')
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
  const text = shown(name, value)
  return TEXTS.named(
    TEXTS.names[name] ?? name,
    was === undefined ? text : TEXTS.change(shown(name, was), text),
  )
}

/** The end of the name of what a value was before. */
const WAS = '_was'

function shown(name: string, value: unknown): string {
  if (value === null || value === '') return TEXTS.none
  if (typeof value === 'boolean' && name in TEXTS.names) return value ? TEXTS.yes : TEXTS.no
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return TEXTS.values[name]?.[text] ?? text
}
