// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderApp } from '../../testing/render-app.tsx'
import { openLive, START } from '../../testing/open-live.tsx'
import { makeRead } from '../../testing/reads.ts'

const READ = makeRead('a-1', START + 1000, { uid: 'E200C0FFEE', vehicle: null })
type App = Pick<Awaited<ReturnType<typeof renderApp>>, 'socket' | 'frame' | 'clock'>

const hear = ({ socket, frame, clock }: App) =>
  act(async () => {
    socket.emit('rfid:scan', READ)
    socket.emit('rfid:tag', READ)
    frame()
    clock.advance(250)
  })

/** The live screen of somebody, who then hears of an unknown tag at its gate. */
async function hearLive(start: Parameters<typeof openLive>[1] = { role: 'admin' }) {
  const app = await openLive(undefined, start)
  await hear(app)
  return app
}

/** The same on another screen. */
async function hearElsewhere(stored: Record<string, string> = {}) {
  const app = await renderApp({ path: '/vehicle?id=none', role: 'admin', stored })
  await waitFor(() => expect(app.socket.connects).toBe(1))
  act(() => app.socket.accept())
  // Loaded after the screen, with what listens to tags.
  await screen.findByTestId('spoken')
  await hear(app)
}
const row = () => screen.getByRole('cell', { name: 'E200C0FFEE' }).closest('tr')
const address = () => `${window.location.pathname}${window.location.search}`
const REGISTER = '/admin?tab=vehiculos&nuevo=1&tag=E200C0FFEE'

describe('an unknown tag', () => {
  it('is told to an administrator, with the way to register it', async () => {
    await hearElsewhere()
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
    const { socket, frame, clock } = await hearLive()
    // What hears presses is loaded after the rows.
    await act(() => import('../../screens/live-rfid/rows/RowActions.tsx'))
    expect(screen.queryByRole('complementary')).toBeNull()
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
    await hearLive(start)
    expect(row()).not.toBeNull()
    expect(screen.queryByText('Registrar')).toBeNull()
  })

  it('comes up for nobody who chose to see errors only', async () => {
    await hearElsewhere({ notices_shown: 'errors' })
    // Loaded with the tag: by now it would be there.
    await act(() => import('./UnknownTags.tsx'))
    expect(screen.queryByRole('complementary')).toBeNull()
  })
})
