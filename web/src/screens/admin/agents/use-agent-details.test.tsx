// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { detailedAgent } from '../../../testing/agents.ts'
import { jsonAnswer } from '../../../testing/fake-hub.ts'
import { renderApp } from '../../../testing/render-app.tsx'

const PATH = '/api/agents'

/** The agents' tab, one of whose agents comes and goes; `flap` is a second of that. */
async function openFlapping(count: number) {
  const agents = Array.from({ length: count }, (_, i) => detailedAgent(i + 1))
  const app = await renderApp({
    path: '/admin?tab=agentes',
    role: 'operator',
    prepare: (hub) => (hub.instead[PATH] = () => jsonAnswer(200, { agents })),
  })
  await waitFor(() => expect(app.socket.connects).toBe(1))
  act(() => app.socket.accept())
  await screen.findByText('gate-1')
  const asked = () => app.hub.calls.filter((call) => call === `GET ${PATH}`).length
  const flap = () =>
    act(async () => {
      const agent = { code: 'gate-1', name: 'Portería 1', location: null }
      const last_seen = new Date(app.clock.now()).toISOString()
      const event = { agent, last_seen, online: true, connected: true }
      app.socket.emit('agent:status', event)
      app.frame()
      app.socket.emit('agent:status', { ...event, connected: false })
      app.socket.emit('agent:status', event)
      app.frame()
      app.clock.advance(1000)
    })
  return { ...app, asked, flap }
}

it.each([
  [3, 8],
  [2000, 2],
])('asks for a list of %i agents soon after news, %i times in 8 s of it', async (count, times) => {
  const { asked, flap } = await openFlapping(count)
  const before = asked()
  await flap()
  expect(asked()).toBeGreaterThan(before)
  for (let second = 1; second < 8; second++) await flap()
  expect(asked()).toBeGreaterThanOrEqual(before + times)
  // One more where the regular question falls into it.
  expect(asked()).toBeLessThanOrEqual(before + times + 1)
})

it('waits for an answer that takes long, though more news comes meanwhile', async () => {
  const { hub, asked, flap } = await openFlapping(3)
  let answer = () => {}
  const renamed = { ...detailedAgent(1), location: 'Patio' }
  hub.instead[PATH] = () =>
    new Promise((resolve) => {
      answer = () => resolve(jsonAnswer(200, { agents: [renamed] }))
    })
  await flap()
  const before = asked()
  for (let second = 0; second < 8; second++) await flap()
  expect(asked()).toBe(before)
  await act(async () => answer())
  await screen.findByText('Patio')
})
