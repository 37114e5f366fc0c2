// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Link, MemoryRouter, useLocation } from 'react-router-dom'
import { useKiosk } from './use-kiosk.ts'

function Screen() {
  const { isKiosk } = useKiosk()
  const { pathname, search } = useLocation()
  return (
    <>
      <Link to="/map?focus=a">map</Link>
      <Link to="/admin">admin</Link>
      <output>{`${pathname}${search} ${isKiosk}`}</output>
    </>
  )
}

it('stays while the screens change, and ends where a wall has none', () => {
  render(
    <MemoryRouter initialEntries={['/dashboard?kiosk=1&rotate=map,dashboard']}>
      <Screen />
    </MemoryRouter>,
  )
  const shown = () => screen.getByRole('status').textContent
  fireEvent.click(screen.getByText('map'))
  expect(shown()).toBe('/map?focus=a&kiosk=1&rotate=map%2Cdashboard true')
  fireEvent.click(screen.getByText('admin'))
  expect(shown()).toBe('/admin false')
  fireEvent.click(screen.getByText('map'))
  expect(shown()).toBe('/map?focus=a false')
})
