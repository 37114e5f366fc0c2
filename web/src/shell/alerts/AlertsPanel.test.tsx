// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { queriesOf } from '../../api/http/query-client.ts'
import { useApp } from '../../app-parts.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { AlertsPanel } from './AlertsPanel.tsx'

const STANDING = { hub: 'hub-1', since: '2026-11-20T12:00:00.000Z', until: null, cause: 'hub' }

function Filling() {
  const [free, setFree] = useState(5_000_000_000)
  const alert = { ...STANDING, kind: 'disk_filling', free_bytes: free }
  const nothing = () => {}
  return (
    <QueryClientProvider client={queriesOf(useApp())}>
      <button type="button" onClick={() => setFree(3_000_000_000)}>
        write
      </button>
      <AlertsPanel alerts={[]} ofHub={[alert]} problem={null} retry={nothing} onLeave={nothing} />
    </QueryClientProvider>
  )
}

it('keeps an alert in its row while its figures change', async () => {
  await renderApp({ path: '/map', role: 'admin', instead: <Filling /> })
  const row = await screen.findByRole('listitem')
  const words = row.textContent
  fireEvent.click(screen.getByText('write'))
  expect(screen.getByRole('listitem')).toBe(row)
  expect(row.textContent).not.toBe(words)
})
