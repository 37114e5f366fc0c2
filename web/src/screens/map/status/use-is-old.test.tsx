// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { DataAge } from '../../../components/DataAge.tsx'
import { renderApp } from '../../../testing/render-app.tsx'
import { useIsOld } from './use-is-old.ts'

const START = Date.parse('2026-03-10T15:00:00.000Z')

function Shown({ loadedAt }: { loadedAt: number }) {
  return useIsOld(loadedAt) ? <DataAge tone="warn" since={loadedAt} /> : 'of now'
}

it('data is old from 15 s on, and its age is told each second', async () => {
  const { clock } = await renderApp({ path: '/map', instead: <Shown loadedAt={START} /> })
  await screen.findByText('of now')
  act(() => clock.advance(14_999))
  expect(screen.getByText('of now')).toBeTruthy()
  act(() => clock.advance(1))
  expect(screen.getByText('Datos de hace 00:15')).toBeTruthy()
  act(() => clock.advance(1000))
  expect(screen.getByText('Datos de hace 00:16')).toBeTruthy()
})

it('nothing is not old', async () => {
  const { clock } = await renderApp({ path: '/map', instead: <Shown loadedAt={0} /> })
  act(() => clock.advance(60_000))
  expect(await screen.findByText('of now')).toBeTruthy()
})
