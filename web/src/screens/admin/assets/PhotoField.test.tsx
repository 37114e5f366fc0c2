// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { jsonAnswer } from '../../../testing/fake-hub.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { PhotoField } from './PhotoField.tsx'

/** What the browser's decoder makes of a file: its name is the width. */
const decode = vi.fn(async (file: File) => ({ width: Number(file.name), height: 10, close() {} }))

beforeEach(() => {
  decode.mockClear()
  vi.stubGlobal('createImageBitmap', decode)
  const context = { drawImage() {} } as unknown as CanvasRenderingContext2D
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done, type = '') =>
    done(new Blob(['x'], { type })),
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const seen: (string | null)[] = []
const busy: boolean[] = []

function Form() {
  const [url, setUrl] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(true)
  const onChange = (next: string | null) => {
    seen.push(next)
    setUrl(next)
  }
  return (
    <>
      {isOpen && <PhotoField value={url} onChange={onChange} onBusy={(is) => busy.push(is)} />}
      <button onClick={() => setOpen(false)}>Salir</button>
    </>
  )
}

/** The field, over a hub whose uploads wait for the test. */
async function open() {
  seen.length = 0
  busy.length = 0
  const waiting: ((answer: Response) => void)[] = []
  const app = await renderApp({
    path: '/',
    role: 'admin',
    instead: <Form />,
    prepare: (hub) => {
      hub.instead['/api/upload/image'] = () => new Promise((resolve) => waiting.push(resolve))
    },
  })
  const uploads = (count: number) => waitFor(() => expect(waiting).toHaveLength(count))
  const answer = (index: number, response: Response) => act(async () => waiting[index]?.(response))
  return { ...app, uploads, answer }
}

function pick(name: string) {
  const field = document.querySelector('input[type=file]')
  if (!field) throw new Error('no file field')
  fireEvent.change(field, { target: { files: [new File(['x'], name)] } })
}

describe('the photo field', () => {
  it('uploads what is picked and hands the url on; Quitar foto takes it away', async () => {
    const { uploads, answer } = await open()
    pick('4000')
    await uploads(1)
    expect(screen.getByText('Subiendo la foto...')).toBeDefined()
    await answer(0, jsonAnswer(201, { url: '/api/photos/a.webp' }))
    expect(seen).toEqual(['/api/photos/a.webp'])
    expect(busy).toEqual([true, false])
    const photo = screen.getByRole('img', { name: 'Foto elegida' })
    expect(photo.getAttribute('src')).toBe('/api/photos/a.webp')
    expect(photo.getAttribute('loading')).toBe('lazy')
    fireEvent.click(screen.getByRole('button', { name: 'Quitar foto' }))
    expect(seen).toEqual(['/api/photos/a.webp', null])
    expect(screen.getByText('La foto se quita al guardar.')).toBeDefined()
  })

  it('takes the last one of two picks, whichever answer comes later', async () => {
    const { uploads, answer } = await open()
    pick('1')
    await uploads(1)
    pick('2')
    await uploads(2)
    await answer(1, jsonAnswer(201, { url: '/api/photos/second.webp' }))
    await answer(0, jsonAnswer(201, { url: '/api/photos/first.webp' }))
    expect(seen).toEqual(['/api/photos/second.webp'])
    expect(busy.at(-1)).toBe(false)
  })

  it('says why a photo was not taken, and takes the next', async () => {
    const { uploads, answer } = await open()
    pick('1')
    await uploads(1)
    const message = 'El archivo no es una foto JPEG, PNG o WebP'
    await answer(0, jsonAnswer(400, { error: 'invalid_input', message }))
    expect(screen.getByRole('alert').textContent).toBe(`Fallo subiendo imagen. ${message}`)
    pick('2')
    await uploads(2)
    expect(screen.queryByRole('alert')).toBeNull()
    await answer(1, jsonAnswer(201, { url: '/api/photos/b.webp' }))
    expect(seen).toEqual(['/api/photos/b.webp'])
  })

  it('says how to go on with a HEIC', async () => {
    await open()
    decode.mockRejectedValueOnce(new DOMException('no'))
    const field = document.querySelector('input[type=file]')
    const heic = new File(['\0\0\0\x18ftypheic'], 'IMG_1.HEIC')
    if (field) fireEvent.change(field, { target: { files: [heic] } })
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Guárdala como JPEG o PNG')
    expect(seen).toEqual([])
  })

  it('gives up as the form is left', async () => {
    const { uploads, answer } = await open()
    pick('1')
    await uploads(1)
    fireEvent.click(screen.getByRole('button', { name: 'Salir' }))
    expect(busy).toEqual([true, false])
    await answer(0, jsonAnswer(201, { url: '/api/photos/a.webp' }))
    expect(seen).toEqual([])
  })
})
