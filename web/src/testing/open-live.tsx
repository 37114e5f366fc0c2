import { act, screen, waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import type { FakeHub } from './fake-hub.ts'
import { makeRead } from './reads.ts'
import { type AppStart, renderApp } from './render-app.tsx'

/** 10:00 in Bogotá, as the fake clock starts. */
export const START = Date.parse('2026-03-10T15:00:00.000Z')

/** The live screen of an operator, with its socket open and its first call made. */
export async function openLive(
  prepare?: (hub: FakeHub) => void,
  start: Partial<Omit<AppStart, 'prepare'>> = {},
) {
  const app = await renderApp({
    path: '/live-rfid',
    role: 'operator',
    ...start,
    ...(prepare ? { prepare } : {}),
  })
  await waitFor(() => expect(app.socket.connects).toBe(1))
  // A wall has no table before it has reads, so its clock shows that it is drawn.
  const isWall = start.path?.includes('kiosk=1')
  await (isWall ? screen.findByText('10:00') : screen.findByRole('table'))
  act(() => app.socket.accept())
  await waitFor(() => expect(app.hub.calls.some((call) => call.includes('logs'))).toBe(true))
  const hear = (...ids: string[]) =>
    act(() => {
      ids.forEach((id, i) => app.socket.emit('rfid:scan', makeRead(id, START + 1000 + i)))
      app.frame()
      app.clock.advance(250)
    })
  return { ...app, hear }
}
