// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { jsonAnswer } from '../../../testing/fake-hub.ts'
import { DASHBOARD_PATHS, openDashboard } from '../../../testing/open-dashboard.ts'

const key = (init: KeyboardEventInit, target: Element = document.body) =>
  act(async () => {
    fireEvent.keyDown(target, { key: 'r', ...init })
  })

describe('the automatic refresh', () => {
  it('comes when its seconds are over, counted down, and counts again', async () => {
    const { clock, calls, settled } = await openDashboard('?refresh=10')
    expect(await screen.findByText('Próximo en 10 s')).toBeTruthy()
    await act(async () => clock.advance(4000))
    expect(screen.getByText('Próximo en 6 s')).toBeTruthy()
    expect(calls(DASHBOARD_PATHS.reads)).toHaveLength(1)
    await act(async () => clock.advance(6000))
    await waitFor(() => expect(calls(DASHBOARD_PATHS.reads)).toHaveLength(2))
    await settled()
    expect(await screen.findByText('Próximo en 10 s')).toBeTruthy()
  })

  it.each(['4', '', '0', 'x'])('is off at «%s»', async (seconds) => {
    const { clock, calls } = await openDashboard(`?refresh=${seconds}`)
    expect(screen.getByText('Auto-refresco apagado')).toBeTruthy()
    await act(async () => clock.advance(3_600_000))
    expect(calls(DASHBOARD_PATHS.reads)).toHaveLength(1)
  })

  it('takes numbers only', async () => {
    await openDashboard('?refresh=10')
    const field = screen.getByRole<HTMLInputElement>('textbox', {
      name: 'Auto-refresco (s)',
      hidden: true,
    })
    fireEvent.change(field, { target: { value: '-1a2.5 s' } })
    expect(field.value).toBe('125')
  })

  it('is off for a range that is over', async () => {
    const { clock, calls } = await openDashboard(
      '?range=custom&from=2026-03-09T08:00&to=2026-03-09T09:00',
    )
    expect(screen.getByText('El rango ya terminó: sin auto-refresco')).toBeTruthy()
    await act(async () => clock.advance(3_600_000))
    expect(calls(DASHBOARD_PATHS.reads)).toHaveLength(1)
  })

  it('goes on for yesterday, which ends at midnight and is another day then', async () => {
    const { clock, page, calls, settled } = await openDashboard('?range=yesterday&refresh=10')
    await act(async () => clock.advance(10_000))
    await waitFor(() => expect(calls(DASHBOARD_PATHS.reads)).toHaveLength(2))
    await settled()
    expect(calls(DASHBOARD_PATHS.reads)[1]).toContain('from=2026-03-09T05%3A00%3A00.000Z')
    page.hidden = true
    await act(async () => clock.advance(14 * 3_600_000))
    page.hidden = false
    await act(async () => page.wake())
    await waitFor(() => expect(calls(DASHBOARD_PATHS.reads)).toHaveLength(3))
    expect(calls(DASHBOARD_PATHS.reads)[2]).toContain('from=2026-03-10T05%3A00%3A00.000Z')
  })

  it('waits while nobody looks', async () => {
    const { clock, page, calls } = await openDashboard('?refresh=10')
    page.hidden = true
    await act(async () => clock.advance(60_000))
    expect(calls(DASHBOARD_PATHS.reads)).toHaveLength(1)
    page.hidden = false
    await act(async () => page.wake())
    await waitFor(() => expect(calls(DASHBOARD_PATHS.reads)).toHaveLength(2))
  })

  it('asks nothing again that is still under way', async () => {
    let answer: ((response: Response) => void) | undefined
    const { clock, calls, hub, settled } = await openDashboard('?refresh=10')
    hub.instead[DASHBOARD_PATHS.heatmap] = () =>
      new Promise<Response>((resolve) => (answer = resolve))
    await act(async () => clock.advance(10_000))
    await waitFor(() => expect(calls(DASHBOARD_PATHS.heatmap)).toHaveLength(2))
    await waitFor(() => expect(screen.getByText('Cargando datos...')).toBeTruthy())
    fireEvent.click(screen.getByRole('button', { name: 'Refrescar' }))
    await waitFor(() => expect(calls(DASHBOARD_PATHS.reads).length).toBeGreaterThan(2))
    expect(calls(DASHBOARD_PATHS.heatmap)).toHaveLength(2)
    await act(async () => answer?.(jsonAnswer(200, { cells: [] })))
    await settled()
  })
})

describe('the key R', () => {
  it('refreshes, and not where it is typed, held, or part of a shortcut', async () => {
    const { calls, settled } = await openDashboard()
    for (const part of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { repeat: true }]) {
      await key(part)
    }
    await key({}, screen.getByRole('textbox', { name: 'Placa' }))
    const dialog = document.createElement('div')
    dialog.setAttribute('role', 'dialog')
    document.body.append(dialog)
    await key({})
    dialog.remove()
    expect(calls(DASHBOARD_PATHS.reads)).toHaveLength(1)
    await key({})
    await waitFor(() => expect(calls(DASHBOARD_PATHS.reads)).toHaveLength(2))
    await settled()
    // The focus stays on what was chosen, which takes no text.
    await key({}, screen.getByRole('radio', { name: 'Hoy' }))
    await waitFor(() => expect(calls(DASHBOARD_PATHS.reads)).toHaveLength(3))
    await settled()
  })

  it('can be turned off, and stays off', async () => {
    const { calls, storage } = await openDashboard()
    const button = screen.getByRole('button', { name: 'Refrescar' })
    expect(button.getAttribute('aria-keyshortcuts')).toBe('R')
    expect(button.textContent).toBe('RefrescarR')
    fireEvent.click(screen.getByRole('button', { name: 'Cuenta' }))
    const choice = { name: 'Tecla R refresca el Dashboard' }
    fireEvent.click(await screen.findByRole('checkbox', choice))
    expect(button.getAttribute('aria-keyshortcuts')).toBeNull()
    expect(button.textContent).toBe('Refrescar')
    await key({})
    expect(calls(DASHBOARD_PATHS.reads)).toHaveLength(1)
    expect(storage.getItem('dashboard_key_r')).toBe('0')
  })
})
