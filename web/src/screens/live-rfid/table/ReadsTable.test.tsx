// @vitest-environment jsdom
import { act, fireEvent, screen, within } from '@testing-library/react'
import type { ScanEvent } from '@vehicle-control/protocol'
import { describe, expect, it } from 'vitest'
import { openLive, START } from '../../../testing/open-live.tsx'
import { makeRead } from '../../../testing/reads.ts'

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
