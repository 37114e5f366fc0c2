// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openLive } from '../../../testing/open-live.tsx'

/** From now on the page is as narrow as a phone. */
function onPhone() {
  const usual = window.matchMedia
  window.matchMedia = (media) =>
    Object.assign(usual(media), { matches: media.includes('max-width') })
}

const line = () => screen.getByRole('button', { name: /^Estado de la lectura/ })

it('a phone has the worst state in its line, and all badges behind it', async () => {
  const { hear, socket, frame } = await openLive(onPhone)
  await waitFor(() => expect(line().textContent).toContain('Activo'))
  hear('a-1')
  expect(line().textContent).toContain('1 hoy')
  expect(line().textContent).not.toContain('Mode Simulación')
  act(() => {
    socket.emit('rfid:status', { connected: false, simulate: true, port: null })
    frame()
  })
  await waitFor(() => expect(line().textContent).toContain('Sin conexión'))
  expect(line().textContent).toContain('Mode Simulación')
  act(() => socket.drop())
  expect(line().textContent).toContain('Desconectado')
  expect(line().textContent).not.toContain('Sin conexión')
  expect(screen.queryByText('Puerto')).toBeNull()
  fireEvent.click(line())
  for (const label of ['Socket', 'RFID', 'Puerto', 'Lecturas hoy', 'Suprimidas']) {
    expect(screen.getByText(label)).toBeTruthy()
  }
})
