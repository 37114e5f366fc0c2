import { expect, it } from 'vitest'
import { createSiteClock } from '../../../../site-time/site-clock.ts'
import { auditFilterOf, readAuditFilters } from './audit-filters.ts'

const clock = createSiteClock('America/Bogota')
const asked = (address: string, actor = '') =>
  auditFilterOf(actor, readAuditFilters(new URLSearchParams(address)), clock)

it('asks for whole minutes of the site, by the group of acts and what they were done to', () => {
  expect(
    asked('que=asset&objeto=ABC&desde=2026-11-28T08:00&hasta=2026-11-28T08:00', 'ana'),
  ).toEqual({
    actor: 'ana',
    action: 'asset.',
    target: 'ABC',
    from: Date.parse('2026-11-28T13:00:00.000Z'),
    to: Date.parse('2026-11-28T13:00:59.999Z'),
  })
})

it('takes what makes no sense in an address for missing, and asks nothing of ends that are crossed', () => {
  const all = { actor: '', action: '', target: '', from: null, to: null }
  expect(asked('que=toString&desde=2026-02-31T08:00&hasta=ayer')).toEqual(all)
  expect(asked('desde=2026-11-28T08:01&hasta=2026-11-28T08:00')).toBeNull()
})
