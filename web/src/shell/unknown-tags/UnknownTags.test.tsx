// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openLive, START } from '../../testing/open-live.tsx'
import { makeRead } from '../../testing/reads.ts'

/** The live screen of somebody, who then hears of an unknown tag at its gate. */
async function hearUnknown(start: Parameters<typeof openLive>[1] = { role: 'admin' }) {
  const app = await openLive(undefined, start)
  const read = makeRead('a-1', START + 1000, { uid: 'E200C0FFEE', vehicle: null })
  await act(async () => {
    app.socket.emit('rfid:scan', read)
    app.socket.emit('rfid:tag', read)
    app.frame()
    app.clock.advance(250)
  })
  return app
}
const row = () => screen.getByRole('cell', { name: 'E200C0FFEE' }).closest('tr')
const address = () => `${window.location.pathname}${window.location.search}`
const REGISTER = '/admin?tab=vehiculos&nuevo=1&tag=E200C0FFEE'

describe('an unknown tag', () => {
  it('is told to an administrator, with the way to register it', async () => {
    await hearUnknown()
    const notice = await screen.findByRole('complementary', { name: 'Tags sin registrar' })
    expect(within(notice).getByRole('status').textContent).toMatch(
      /^Tag sin registrar: E200C0FFEE en .+/,
    )
    const link = within(notice).getByRole('link', { name: 'Registrar' })
    expect(link.getAttribute('href')).toBe(REGISTER)
    fireEvent.click(within(notice).getByRole('button', { name: 'Cerrar' }))
    expect(screen.queryByRole('complementary')).toBeNull()
    expect(document.activeElement?.tagName).toBe('MAIN')
  })

  it('leads from its row to the form, also where another read has its place by then', async () => {
    const { socket, frame, clock } = await hearUnknown()
    const link = within(row() ?? document.body).getByRole('link', { name: 'Registrar E200C0FFEE' })
    expect(link.getAttribute('href')).toBe(REGISTER)
    fireEvent.pointerDown(link)
    act(() => {
      socket.emit('rfid:scan', makeRead('a-2', START + 2000, { uid: 'E2BADBAD', vehicle: null }))
      frame()
      clock.advance(250)
    })
    expect(link.getAttribute('href')).toContain('E2BADBAD')
    fireEvent.click(link, { detail: 1 })
    await waitFor(() => expect(window.location.pathname).toBe('/admin'))
    expect(address()).not.toContain('E2BADBAD')
  })

  it.each([
    ['an operator', { role: 'operator' }],
    ['a wall', { user: { role: 'admin', kiosk: true } }],
  ])('is nothing to do for %s', async (_who, start) => {
    await hearUnknown(start)
    expect(row()).not.toBeNull()
    expect(screen.queryByText('Registrar')).toBeNull()
  })

  it('comes up for nobody who chose to see errors only', async () => {
    await hearUnknown({ role: 'admin', stored: { notices_shown: 'errors' } })
    expect(await screen.findByRole('link', { name: 'Registrar E200C0FFEE' })).toBeDefined()
    expect(screen.queryByRole('complementary')).toBeNull()
  })
})
