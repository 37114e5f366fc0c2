// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { createStore, useStore } from '../../browser/external-store.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { RefreshField } from './RefreshField.tsx'

const asked = vi.fn<(seconds: string) => void>()
const address = createStore<string | null>(null)

function Field() {
  return <RefreshField value={useStore(address, (seconds) => seconds)} onChange={asked} />
}

it('keeps what is typed while the address still brings what was asked before', async () => {
  await renderApp({ path: '/map', instead: <Field /> })
  const field = await screen.findByLabelText<HTMLInputElement>('Auto refresh (s)')
  fireEvent.change(field, { target: { value: '0' } })
  fireEvent.change(field, { target: { value: '3' } })
  act(() => address.set('0'))
  expect(field.value).toBe('3')
  fireEvent.blur(field)
  expect(asked.mock.calls).toEqual([['0'], ['5']])
  act(() => address.set('5'))
  expect(field.value).toBe('5')
  act(() => address.set('40'))
  expect(field.value).toBe('40')
})
