// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { jsonAnswer } from '../testing/fake-hub.ts'
import { renderApp } from '../testing/render-app.tsx'

const PATH = '/api/alerts'

/** A screen whose agents come and go; `flap` is a second of that. */
async function openFlapping(prepare: Parameters<typeof renderApp>[0]['prepare']) {
  const app = await renderApp({ path: '/vehicle?id=none', role: 'operator', prepare })
  await waitFor(() => expect(app.socket.connects).toBe(1))
  act(() => app.socket.accept())
  await screen.findByRole('button', { name: /^Avisos/ })
  // Loaded after the screen, with what listens to news.
  await screen.findByTestId('spoken')
  const asked = () => app.hub.calls.filter((call) => call === `GET ${PATH}`).length
  let online = false
  const flap = () =>
    act(async () => {
      const agent = { code: 'g1', name: 'G1', location: null }
      const last_seen = new Date(app.clock.now()).toISOString()
      online = !online
      app.socket.emit('agent:status', { agent, last_seen, online, connected: online })
      app.frame()
      app.clock.advance(1000)
    })
  return { ...app, asked, flap }
}

it('asks soon after news of an agent, and now and then while they keep coming', async () => {
  const { asked, flap } = await openFlapping(undefined)
  const before = asked()
  // The first may come before what listens to it; in 30 s it would be asked without any news.
  for (let second = 0; second < 5 && asked() === before; second++) await flap()
  expect(asked()).toBeGreaterThan(before)
  for (let second = 0; second < 20; second++) await flap()
  expect(asked()).toBeGreaterThan(before + 1)
  // One more where the regular question falls into it.
  expect(asked()).toBeLessThanOrEqual(before + 1 + 20 / 5 + 1)
})

it('waits for an answer that takes long, though more news comes meanwhile', async () => {
  const { hub, asked, flap } = await openFlapping(undefined)
  let answer = () => {}
  hub.instead[PATH] = () =>
    new Promise((resolve) => {
      answer = () =>
        resolve(
          jsonAnswer(200, {
            alerts: [
              {
                kind: 'agent_offline',
                agent: { code: 'g1', name: 'G1' },
                since: null,
                detail: null,
              },
            ],
          }),
        )
    })
  await flap()
  const before = asked()
  for (let second = 0; second < 20; second++) await flap()
  expect(asked()).toBe(before)
  await act(async () => answer())
  await screen.findByRole('button', { name: /^Avisos.*1/ })
})

it('asks as a tag gets an asset, and each time the list is opened', async () => {
  const { asked, socket, frame, clock } = await openFlapping(undefined)
  const bell = screen.getByRole('button', { name: /^Avisos/ })
  let before = asked()
  await act(async () => {
    const asset = { asset_id: 1, name: 'ABC123' }
    socket.emit('asset:tag', { uid: 'E2000001A', asset })
    frame()
    clock.advance(1000)
  })
  expect(asked()).toBe(before + 1)
  for (let time = 0; time < 2; time++) {
    before = asked()
    await act(async () => void fireEvent.click(bell))
    await screen.findByRole('region', { name: 'Avisos' })
    await waitFor(() => expect(asked()).toBe(before + 1))
    await act(async () => void fireEvent.click(bell))
  }
})
