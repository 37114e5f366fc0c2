// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { queriesOf } from '../api/http/query-client.ts'
import { useApp } from '../app-parts.ts'
import { useStore } from '../browser/external-store.ts'
import { renderApp } from '../testing/render-app.tsx'
import { LiveLinkProvider, useLiveLink } from './LiveLink.tsx'

function OpenOnes() {
  const open = useStore(useLiveLink().hub, (news) => news.open)
  return <output>{open}</output>
}

function Live() {
  const app = useApp()
  return (
    <QueryClientProvider client={queriesOf(app)}>
      <LiveLinkProvider app={app}>
        <OpenOnes />
      </LiveLinkProvider>
    </QueryClientProvider>
  )
}

it('knows of nothing wrong with the hub once the link is away: the next hub may not say', async () => {
  const app = await renderApp({ path: '/map', role: 'operator', instead: <Live /> })
  await waitFor(() => expect(app.socket.connects).toBe(1))
  const since = '2026-11-20T12:00:00.000Z'
  const full = { kind: 'disk_full', hub: '', since, until: null, cause: 'hub' }
  act(() => {
    app.socket.accept()
    app.socket.emit('hub:alerts', { open: 1, alerts: [full] })
    app.frame()
  })
  expect(screen.getByRole('status').textContent).toBe('1')
  act(() => app.socket.drop())
  expect(screen.getByRole('status').textContent).toBe('0')
})
