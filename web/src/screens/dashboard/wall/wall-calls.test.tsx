// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { DASHBOARD_PATHS, fillHub } from '../../../testing/open-dashboard.ts'
import { makeRead } from '../../../testing/reads.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { prefetch } from '../prefetch.ts'

async function openWall() {
  const app = await renderApp({ path: '/dashboard?kiosk=1', role: 'operator', prepare: fillHub })
  await waitFor(() => expect(app.socket.connects).toBe(1))
  act(() => app.socket.accept())
  await screen.findByRole('region', { name: 'Sin registrar hoy' })
  const asked = () => app.hub.calls.filter((call) => call.includes('known=0')).length
  return { ...app, asked }
}

it('has no call ahead of it whose answer it does not show', async () => {
  const { hub, asked, parts } = await openWall()
  await prefetch(parts, '?kiosk=1&plate=ABC')
  const paths = hub.calls.map((call) => call.split(/[ ?]/)[1])
  expect(paths).toContain(DASHBOARD_PATHS.hourly)
  expect(paths).not.toContain(DASHBOARD_PATHS.reads)
  expect(paths).not.toContain(DASHBOARD_PATHS.top)
  expect(asked()).toBe(1)
})

it('counts the unknown tags anew soon after one, once for all of a moment', async () => {
  const { socket, clock, frame, asked } = await openWall()
  const before = asked()
  const read = (id: string) =>
    act(async () => {
      socket.emit('rfid:scan', makeRead(id, clock.now(), { vehicle: null }))
      frame()
    })
  await read('a-11')
  await read('a-12')
  expect(asked()).toBe(before)
  await act(async () => clock.advance(3000))
  expect(asked()).toBe(before + 1)
})

it('never says fewer reads in the last 24 hours than today', async () => {
  const { socket, clock, frame } = await openWall()
  const figure = (name: string) =>
    screen.getByRole('region', { name }).querySelector('strong')?.textContent
  const settle = () => act(async () => clock.advance(500))
  await waitFor(async () => {
    await settle()
    expect(figure('Lecturas hoy')).toMatch(/^\d+$/)
  })
  for (const i of Array.from({ length: 9 }, (_, at) => at)) {
    await act(async () => {
      socket.emit('rfid:scan', makeRead(`b-${i}`, clock.now()))
      frame()
    })
    await settle()
  }
  expect(Number(figure('Lecturas hoy'))).toBeGreaterThanOrEqual(9)
  expect(figure('Últimas 24 h')).toBe(figure('Lecturas hoy'))
})
