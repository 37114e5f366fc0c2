// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { standInForLayout } from '../testing/layout.ts'
import type { NoticeTone, Question } from './dialogs.ts'
import { mantineSurface } from './mantine-surface.tsx'

beforeEach(() => {
  cleanup()
  standInForLayout()
  render(
    <MantineProvider env="test">
      <mantineSurface.View />
    </MantineProvider>,
  )
})

let lastId = 0
const show = (tone: NoticeTone, text: string) =>
  act(() => mantineSurface.show({ id: ++lastId, tone, text, at: 0 }))

async function ask(question: Question) {
  let answer: boolean | null = null
  act(() => {
    void mantineSurface.ask(question).then((given) => (answer = given))
  })
  await screen.findByRole('dialog')
  return () => answer
}

describe('a question', () => {
  it('has the words of the specification', async () => {
    const answer = await ask({ text: '¿Importar 3 filas?' })
    expect(screen.getByRole('dialog', { name: 'Confirmar' })).toBeTruthy()
    expect(screen.getByText('¿Importar 3 filas?')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Cancelar' })).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Aceptar' }))
    await waitFor(() => expect(answer()).toBe(true))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('about a removal names what goes, and is refused by Cancelar', async () => {
    const answer = await ask({ text: 'Eliminar vehículo?', detail: 'ABC-123', isRemoval: true })
    expect(screen.getByRole('dialog', { name: 'Eliminar' })).toBeTruthy()
    expect(screen.getByText('ABC-123')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Sí, eliminar' })).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Cancelar' }))
    await waitFor(() => expect(answer()).toBe(false))
  })

  it('is refused by Esc', async () => {
    const answer = await ask({ text: 'Eliminar activo?', isRemoval: true })
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
    await waitFor(() => expect(answer()).toBe(false))
  })
})

describe('notices', () => {
  it('carry the titles of the specification, and only a failure interrupts', () => {
    show('success', 'guardado')
    const good = screen.getByText('guardado').closest('[role]')
    expect(good?.getAttribute('role')).toBe('status')
    expect(good?.textContent).toContain('Listo')
    show('error', 'falló')
    expect(screen.getByRole('alert').textContent).toContain('Error')
    show('warning', 'cuidado')
    expect(screen.getByText('Atención')).toBeTruthy()
  })

  it('are three at most: the oldest goes', async () => {
    for (const text of ['uno', 'dos', 'tres', 'cuatro']) show('info', text)
    await waitFor(() => expect(screen.queryByText('uno')).toBeNull())
    for (const text of ['dos', 'tres', 'cuatro']) expect(screen.getByText(text)).toBeTruthy()
  })
})
