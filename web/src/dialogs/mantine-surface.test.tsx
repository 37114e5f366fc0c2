// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { standInForLayout } from '../testing/layout.ts'
import type { NoticeTone, Question } from './dialogs.ts'
import type { Entry } from './entry.ts'
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

  it.each([
    [{ text: '¿Importar 3 filas?' }, 'Aceptar'],
    [{ text: '¿Cerrar sin copiar la clave?', isLoss: true }, 'Cancelar'],
    [{ text: 'Eliminar activo?', isRemoval: true }, 'Cancelar'],
  ])('has the focus where a hasty Enter does no harm: %j', async (question, name) => {
    await ask(question)
    const button = screen.getByRole('button', { name })
    await waitFor(() => expect(document.activeElement).toBe(button))
  })

  it('leaves the focus where it is at a press while it goes', async () => {
    cleanup()
    render(
      <MantineProvider>
        <mantineSurface.View />
      </MantineProvider>,
    )
    await ask({ text: 'Eliminar activo?', isRemoval: true })
    const button = screen.getByRole('button', { name: 'Sí, eliminar' })
    expect(fireEvent.mouseDown(button)).toBe(true)
    fireEvent.click(button)
    const going = screen.getByRole('dialog', { hidden: true })
    await waitFor(() => expect(fireEvent.mouseDown(going)).toBe(false))
    await waitFor(() => expect(screen.queryByRole('dialog', { hidden: true })).toBeNull())
    await ask({ text: 'Eliminar activo?', isRemoval: true })
    expect(fireEvent.mouseDown(screen.getByRole('dialog'))).toBe(true)
  })

  it('is refused by Esc', async () => {
    const answer = await ask({ text: 'Eliminar activo?', isRemoval: true })
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
    await waitFor(() => expect(answer()).toBe(false))
  })
})

describe('a value that is asked for', () => {
  async function prompt(entry: Entry) {
    let answer: string | null | undefined
    act(() => {
      void mantineSurface.prompt(entry).then((given) => (answer = given))
    })
    const dialog = await screen.findByRole('dialog', { name: 'Ingresar dato' })
    const field = screen.getByRole('textbox', { name: entry.text })
    const write = (value: string) => {
      fireEvent.change(field, { target: { value } })
      fireEvent.submit(field)
    }
    return { dialog, field, write, answer: () => answer }
  }

  it('has the focus, and is taken by Enter without the spaces around it', async () => {
    const { field, write, answer } = await prompt({ text: 'Nombre' })
    await waitFor(() => expect(document.activeElement).toBe(field))
    write('  Ana ')
    await waitFor(() => expect(answer()).toBe('Ana'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it.each([
    ['Cancelar', () => fireEvent.click(screen.getByRole('button', { name: 'Cancelar' }))],
    ['Esc', () => fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })],
  ])('is none after %s', async (_, leave) => {
    const { answer } = await prompt({ text: 'Nombre', initial: 'Ana' })
    leave()
    await waitFor(() => expect(answer()).toBeNull())
  })

  it.each<[Partial<Entry>, string, string, string]>([
    [{ type: 'email' }, 'ana@', 'Invalid email address', 'ana@sitio.co'],
    [{ type: 'url' }, 'sitio', 'Invalid URL', 'https://sitio.co/x'],
    [{ type: 'url' }, 'javascript:alert(1)', 'Invalid URL', 'http://10.0.0.7'],
    [{ type: 'email', invalidText: 'Correo inválido' }, 'ana', 'Correo inválido', 'a@b.co'],
    [{ isRequired: true }, ' ', 'Escribe un valor', 'x'],
    [{ validate: (text) => (text === '7' ? null : 'No es siete') }, '8', 'No es siete', '7'],
  ])('%j refuses «%s» with «%s», and takes «%s»', async (entry, bad, words, good) => {
    const { field, write, answer } = await prompt({ text: 'Dato', ...entry })
    write(bad)
    const error = await screen.findByText(words)
    expect(field.getAttribute('aria-describedby')).toContain(error.id)
    expect(document.activeElement).toBe(field)
    expect(answer()).toBeUndefined()
    write(good)
    await waitFor(() => expect(answer()).toBe(good))
  })

  it('may be left empty where it is not required', async () => {
    const { write, answer } = await prompt({ text: 'Dato', type: 'email' })
    write('')
    await waitFor(() => expect(answer()).toBe(''))
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
