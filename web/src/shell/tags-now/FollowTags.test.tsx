// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { queriesOf } from '../../api/http/query-client.ts'
import { TAGS_KEY } from '../../api/reads/tag-reports.ts'
import { renderApp } from '../../testing/render-app.tsx'

it('what was known of a tag is forgotten as it gets an asset or loses it, and of no other', async () => {
  const app = await renderApp({ path: '/vehicle?id=none', role: 'operator' })
  await waitFor(() => expect(app.socket.connects).toBe(1))
  act(() => app.socket.accept())
  // Loaded after the screen, as what follows tags is.
  await screen.findByTestId('spoken')
  const queries = queriesOf(app.parts)
  const known = (uid: string) => queries.getQueryData([TAGS_KEY, uid, 'x'])
  for (const uid of ['E21', 'E22']) {
    queries.setQueryData([TAGS_KEY, uid, 'x'], { asset: { asset_id: 1, name: 'ABC123' } })
  }
  act(() => {
    app.socket.emit('asset:tag', { uid: 'E21', asset: null })
    app.frame()
  })
  expect(known('E21')).toBeUndefined()
  expect(known('E22')).toBeDefined()
})
