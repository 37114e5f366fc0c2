// @vitest-environment jsdom
import { act, fireEvent, screen, within } from '@testing-library/react'
import type { ScanEvent } from '@vehicle-control/protocol'
import { describe, expect, it } from 'vitest'
import { openLive, START } from '../../../testing/open-live.tsx'
import { jsonAnswer } from '../../../testing/fake-hub.ts'
import { logOfScan, makeRead } from '../../../testing/reads.ts'

const rows = () => screen.getAllByRole('row').slice(1)

type LiveApp = Awaited<ReturnType<typeof openLive>>

function hear({ socket, frame, clock }: LiveApp, change: Partial<ScanEvent>, id = 'b-1') {
  act(() => {
    socket.emit('rfid:scan', makeRead(id, START + 5000, change))
    frame()
    clock.advance(250)
  })
}

describe('the row of a tag that no asset has', () => {
  it('carries its mark in the place of the plate, and no other row does', async () => {
    const app = await openLive()
    app.hear('a-1')
    hear(app, { vehicle: null })
    const [unknown, known] = rows()
    expect(unknown?.querySelector('td:nth-child(5)')?.textContent).toBe('▲ Sin registrar')
    expect(unknown?.hasAttribute('data-unknown')).toBe(true)
    expect(known?.hasAttribute('data-unknown')).toBe(false)
    expect(within(unknown ?? document.body).queryByRole('link')).toBeNull()
  })

  it('leads to its form for who may register it', async () => {
    const app = await openLive(undefined, { role: 'admin' })
    hear(app, { vehicle: null, uid: 'E200C0FFEE' })
    const link = screen.getByRole('link', { name: 'Registrar E200C0FFEE' })
    expect(link.previousElementSibling?.textContent).toBe('▲ Sin registrar')
  })
})

describe('what a gate decided', () => {
  const decided = (more: object = {}) => {
    const of = { read: 'b-1', verdict: 'deny', reason: 'denied', rule: 3, marked: false }
    return { ...makeRead('b-2', START + 5100), ...of, mode: 'observe', count: 1, ...more }
  }
  const decide = ({ socket, frame }: LiveApp, more: object = {}) =>
    act(() => {
      socket.emit('access:decision', decided(more))
      frame()
    })
  const agentCell = () => rows()[0]?.querySelector('td:nth-child(3)')

  it('stands beside its name, as word and shape, without its reason', async () => {
    const app = await openLive()
    await screen.findByTestId('spoken')
    hear(app, {})
    expect(agentCell()?.textContent).toBe('Portón')
    decide(app)
    expect(agentCell()?.textContent).toBe('Portón◆no pasa')
    expect(agentCell()?.querySelector('[data-tone=bad]')).not.toBeNull()
  })

  it('is in the sheet with why, and what it rested on comes by a press', async () => {
    const facts = { rule: 3, list_age_ms: 90_000, known_time: null, opened: null }
    const app = await openLive(
      (hub) => {
        const stored = { id: 1, at: new Date(START + 5000).toISOString(), uid: 'E200', count: 1 }
        const gate = { agent_code: 'gate', agent_name: 'Portón', reader: 'r1', label: null }
        const verdict = { verdict: 'deny', reason: 'denied', marked: false, mode: 'observe' }
        const decision = { ...stored, ...gate, ...verdict, clock: 'synced', ...facts }
        hub.instead['/api/access/decisions'] = () =>
          jsonAnswer(200, { decisions: [decision], next: null })
      },
      { role: 'admin' },
    )
    await screen.findByTestId('spoken')
    hear(app, {})
    decide(app)
    fireEvent.click(rows()[0] ?? document.body)
    const sheet = within(await screen.findByRole('dialog'))
    const fact = sheet.getByText('Decisión').nextElementSibling
    expect(fact?.textContent).toContain('◆no pasa bloqueado (observa)')
    fireEvent.click(sheet.getByText('¿Por qué?'))
    expect((await sheet.findByText('Lista confirmada')).nextElementSibling?.textContent).toBe(
      'hace 01:30',
    )
    expect(sheet.getByText('Hora que conocía').nextElementSibling?.textContent).toBe('ninguna')
    expect(sheet.getByRole('link', { name: 'Ver en Accesos' }).getAttribute('href')).toBe(
      '/admin?tab=accesos',
    )
    const call = app.hub.calls.find((path) => path.includes('/api/access/decisions'))
    expect(call).toContain(`agent=gate`)
  })

  it('is told by the stored row of a read that came before its decision', async () => {
    const read = makeRead('b-1', START - 1000)
    const app = await openLive((hub) => {
      const log = {
        ...logOfScan(read),
        decision: { verdict: 'allow', reason: 'hours', marked: true as const },
      }
      hub.logs = { logs: [log], total: 1, capped: false, truncated: false }
    })
    await screen.findByText('pasa, marcado')
    expect(agentCell()?.textContent).toBe('Portón▲pasa, marcado')
    hear(app, {}, 'c-1')
    expect(agentCell()?.textContent).toBe('Portón')
  })
})

describe('the sheet of a read', () => {
  async function openSheet(change: Partial<ScanEvent>) {
    const app = await openLive(undefined, { role: 'admin' })
    hear(app, { uid: 'E200C0FFEE', ...change })
    fireEvent.click(rows()[0] ?? document.body)
    return within(await screen.findByRole('dialog'))
  }

  it('leads to the form of a tag that no asset has', async () => {
    const sheet = await openSheet({ vehicle: null })
    expect(await sheet.findByRole('link', { name: 'Registrar E200C0FFEE' })).toBeTruthy()
  })

  it.each([
    ['a vehicle whose event has no id', {}],
    [
      'a tag that was taken from a vehicle',
      { vehicle: null, retired_from: { asset_id: 7, name: 'ABC-123' } },
    ],
  ])('offers no form for %s', async (_, change) => {
    const sheet = await openSheet(change)
    expect(await sheet.findByRole('link', { name: 'Ver en mapa' })).toBeTruthy()
    expect(sheet.queryByRole('link', { name: /Registrar/ })).toBeNull()
  })
})

describe('the widths of the columns', () => {
  it('follow the longest text that was shown, within bounds, and are not given back', async () => {
    const app = await openLive()
    const width = (name: string) => screen.getByRole('table').style.getPropertyValue(name)
    app.hear('a-1')
    expect(width('--agent')).toBe('8')
    const agent = { code: 'gate', name: 'Portón de proveedores', location: 'x'.repeat(200) }
    hear(app, { agent })
    expect([width('--agent'), width('--location')]).toEqual(['21', '32'])
    for (let i = 0; i < 3; i++) app.hear(`c-${i}`)
    expect(width('--agent')).toBe('21')
  })
})
