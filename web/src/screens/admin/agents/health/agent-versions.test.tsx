// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { detailedAgent } from '../../../../testing/agents.ts'
import { jsonAnswer } from '../../../../testing/fake-hub.ts'
import { renderApp } from '../../../../testing/render-app.tsx'

const OLD = '0.1.0-3a8f843'
const NEW = '0.1.0-d79eb99'

it('marks who runs another release than the hub, also once the hub has a new one', async () => {
  const agents = [
    detailedAgent(1, { version: OLD }),
    detailedAgent(2, { version: NEW }),
    detailedAgent(3, { version: null }),
  ]
  const { hub, socket } = await renderApp({
    path: '/admin?tab=agentes',
    role: 'operator',
    prepare: (fake) => {
      fake.instead['/api/agents'] = () => jsonAnswer(200, { agents })
      fake.config.version = OLD
    },
  })
  await waitFor(() => expect(socket.connects).toBe(1))
  act(() => socket.accept())
  await screen.findByText(`Versión ${NEW}; el hub tiene la ${OLD}`)
  expect(screen.getByText(`Versión ${OLD}`).dataset['tone']).toBe('quiet')
  expect(screen.getByText(/^3 agentes · 1 con otra versión que el hub$/)).toBeTruthy()

  hub.config.version = NEW
  act(() => socket.drop())
  act(() => socket.accept())
  await screen.findByText(`Versión ${OLD}; el hub tiene la ${NEW}`)
  expect(screen.getByText(`Versión ${NEW}`).dataset['tone']).toBe('quiet')
})
