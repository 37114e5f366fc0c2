// @vitest-environment jsdom
import type { SiteState } from '@vehicle-control/protocol'
import { expect, it } from 'vitest'
import { createSiteTime } from '../../../../site-time/site-time.ts'
import { stateItems } from './state-items.ts'

const NOW = Date.UTC(2026, 10, 28, 20)
const SITE = createSiteTime('America/Bogota')
const WELL: SiteState = {
  disks: [{ level: 'ok', path: '/var/lib/hub', free_bytes: 40e9, bytes: 64e9 }],
  database: { level: 'ok', kind: 'sqlite', bytes: 1.2e9, bytes_a_day: null, full_at: null },
  backup: { level: 'ok', at: '2026-11-28T08:00:00.000Z', bytes: 3e8, max_hours: 26 },
  certificate: null,
  clock: { level: 'ok', hub_at: '2026-11-28T20:00:00.000Z', agents: [] },
  queues: { level: 'ok', mails: 0, entries: 0, outboxes: 0, dead_letters: 0 },
  replicas: [{ name: 'hub-1', version: '1.0.0', own: true }],
}
const itemOf = (id: string, change: Partial<SiteState>) =>
  stateItems({ ...WELL, ...change }, SITE, NOW).find((item) => item.id === id)

it('has nothing to do where all is well', () => {
  const items = stateItems(WELL, SITE, NOW)
  expect(items.map(({ name, level, figures }) => [name, level, figures.join(' · ')])).toEqual([
    ['Disco de /var/lib/hub', 'ok', '40,0 GB libres de 64,0 GB'],
    ['Base de datos (SQLite)', 'ok', '1,2 GB · su crecimiento se sabe tras un día'],
    ['Último respaldo', 'ok', '28/11/2026 03:00, hace 12 h · 300 MB'],
    ['Certificado', null, 'Este hub no sirve HTTPS por sí mismo'],
    ['Relojes', 'ok', 'El hub tiene 28/11/2026 15:00:00'],
    ['Colas', 'ok', 'Nada espera'],
    ['Hubs', 'ok', 'hub-1 1.0.0 (este)'],
  ])
  expect(items.map(({ todo }) => todo).filter((todo) => todo !== null)).toEqual([])
})

it('says when the disk will be full, and what to do before', () => {
  const database = {
    level: 'warn',
    kind: 'postgres',
    bytes: 1.2e9,
    bytes_a_day: 14e6,
    full_at: '2026-12-20T02:00:00.000Z',
  } as const
  const item = itemOf('database', { database })
  expect(item?.figures).toEqual(['1,2 GB', 'crece 14 MB al día', 'llena el disco el 19/12/2026'])
  expect(item?.todo).toContain('HUB_RETENTION_DAYS')
})

it.each([
  ['2026-12-10T00:00:00.000Z', 'warn', 'Vence el 09/12/2026: quedan 11 días'],
  ['2026-11-30T00:00:00.000Z', 'bad', 'Vence el 29/11/2026: queda 1 día'],
  ['2026-11-28T19:00:00.000Z', 'bad', 'Venció el 28/11/2026'],
] as const)('of a certificate that ends at %s it says so', (ends_at, level, said) => {
  const item = itemOf('certificate', { certificate: { level, ends_at, names: ['hub.co'] } })
  expect(item?.figures).toEqual([said, 'hub.co'])
  expect(item?.todo).toContain('HUB_TLS_CERT')
})

it('says where gates are not told of all tags, and else nothing of them', () => {
  const access = { level: 'bad', tags: 100_000, denied: 1 } as const
  expect(itemOf('access', { access })?.figures).toEqual(['100.000 tags', '1 bloqueado'])
  expect(itemOf('access', { access })?.todo).toContain('No caben más')
  expect(itemOf('access', { access: { ...access, level: 'ok' } })).toBeUndefined()
})

it('tells a backup that is made elsewhere from none', () => {
  const backup = { level: 'ok', at: null, bytes: null, max_hours: 0 } as const
  expect(itemOf('backup', { backup })).toMatchObject({ level: null, todo: null })
  const never = itemOf('backup', { backup: { ...backup, level: 'bad', max_hours: 26 } })
  expect(never).toMatchObject({ figures: ['Ninguno'], todo: expect.stringContaining('backup') })
})

it('names the clocks that are off, which way, and by how much', () => {
  const agents = [
    { code: 'p1', name: 'Norte', off_ms: 372_000 },
    { code: 'p2', name: '', off_ms: -45_000 },
    { code: 'p3', name: 'Sur', off_ms: -7_200_000 },
    { code: 'p4', name: 'Patio', off_ms: null },
  ]
  const item = itemOf('clock', { clock: { ...WELL.clock, level: 'bad', agents } })
  expect(item?.figures.slice(1)).toEqual([
    'Norte: 6 min adelantado',
    'p2: 45 s atrasado',
    'Sur: 2 h atrasado',
    'Patio: sin sincronizar',
  ])
  expect(item?.todo).toContain('NTP')
})

it('says of each queue that waits what to do, and of no other', () => {
  const queues = { level: 'warn', mails: 3, entries: 0, outboxes: 1234, dead_letters: 0 } as const
  const item = itemOf('queues', { queues })
  expect(item?.figures).toEqual(['3 correos por enviar', '1.234 registros en los agentes'])
  expect(item?.todo).toBe('Prueba el correo, abajo. Revisa la red de los agentes.')
  expect(itemOf('queues', { queues: { ...queues, mails: 1 } })?.figures[0]).toBe(
    '1 correo por enviar',
  )
  const failing = itemOf('queues', { queues: { ...queues, mails: 0, outboxes: 0 } })
  expect(failing).toMatchObject({
    figures: ['Nada espera'],
    todo: expect.stringContaining('campana'),
  })
})

it('warns of hubs of several releases', () => {
  const other = { name: 'hub-2', version: '0.9.0', own: false }
  const replicas = [...WELL.replicas, other]
  expect(itemOf('replicas', { replicas })).toMatchObject({ level: 'warn' })
  const unknown = [...WELL.replicas, { ...other, version: null }]
  expect(itemOf('replicas', { replicas: unknown })).toMatchObject({ level: 'ok', todo: null })
})

it('says of what could not be looked at how to make it so that it can', () => {
  const change: Partial<SiteState> = {
    disks: [{ level: 'unknown', path: '/x', free_bytes: 0, bytes: 0 }],
    database: { level: 'unknown', kind: 'postgres', bytes: null, bytes_a_day: null, full_at: null },
    backup: { level: 'unknown', at: null, bytes: null, max_hours: 26 },
    queues: { ...WELL.queues, level: 'unknown', outboxes: null, dead_letters: null },
    clock: { ...WELL.clock, level: 'unknown' },
  }
  const items = stateItems({ ...WELL, ...change }, SITE, NOW)
  const unknown = items.filter(({ level }) => level === 'unknown')
  expect(unknown).toHaveLength(5)
  for (const { todo } of unknown) expect(todo).toMatch(/\.$/)
  expect(unknown[0]?.figures).toEqual([])
})
