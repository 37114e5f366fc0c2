import { describe, expect, it } from 'vitest'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { makeRead } from '../../testing/reads.ts'
import { createSpokenLine, RESTS_MS, SAME_TAG_AFTER_MS } from './spoken-line.ts'

const GATE = makeRead('x', 0).agent.name

function open() {
  const clock = createFakeClock()
  const line = createSpokenLine({ clock })
  const said: string[] = []
  line.state.subscribe(() => {
    const sentence = line.state.get()
    if (sentence) said.push(sentence.text)
  })
  let id = 0
  const read = (...tags: string[]) =>
    line.tags(tags.map((uid) => makeRead(`r-${++id}`, clock.now(), { uid, vehicle: null })))
  return { clock, line, said, read }
}

describe('what a screen reader hears', () => {
  it('is an unknown tag with its place, at once', () => {
    const { said, read } = open()
    read('E1')
    expect(said).toEqual([`Tag sin registrar E1 en ${GATE}`])
  })

  it('is one sentence for many tags, and at most one each five seconds', () => {
    const { clock, said, read } = open()
    for (let i = 0; i < 500; i++) {
      read(`E${i}`)
      clock.advance(10)
    }
    expect(said).toEqual([
      `Tag sin registrar E0 en ${GATE}`,
      `499 tags sin registrar, el último E499 en ${GATE}`,
    ])
  })

  it('is not the same tag again while it stays at the gate', () => {
    const { clock, said, read } = open()
    for (let s = 0; s < SAME_TAG_AFTER_MS; s += 1000) {
      read('E1')
      clock.advance(1000)
    }
    expect(said).toHaveLength(1)
    read('E1')
    expect(said).toHaveLength(2)
  })

  it('is the same words once more where it happens once more', () => {
    const { clock, line } = open()
    line.refusal('No se pudo guardar')
    const first = line.state.get()
    clock.advance(RESTS_MS)
    expect(line.state.get()).toBeNull()
    line.refusal('No se pudo guardar')
    expect(line.state.get()?.text).toBe(first?.text)
    expect(line.state.get()?.id).not.toBe(first?.id)
  })

  it('begins with what matters most, and sums up the rest', () => {
    const { clock, line, said, read } = open()
    read('E1')
    read('E2', 'E3')
    line.data('lost')
    line.refusal('Primero')
    line.refusal('Segundo')
    line.refusal('Último')
    clock.advance(RESTS_MS)
    expect(said.slice(1)).toEqual([
      'Último, y 2 avisos más en Notificaciones; ' +
        'Sin conexión con el hub: los datos no están al día; ' +
        `2 tags sin registrar, el último E3 en ${GATE}`,
    ])
  })

  it('is that data is old, and that it is live again, but no loss that is over', () => {
    const { clock, line, said, read } = open()
    line.data('live')
    line.data('lost')
    line.data('lost')
    clock.advance(RESTS_MS)
    line.data('unread')
    clock.advance(RESTS_MS)
    line.data('live')
    expect(said).toEqual([
      'Sin conexión con el hub: los datos no están al día',
      'Ningún lector conectado: no llegan lecturas',
      'Los datos están al día otra vez',
    ])
    line.data('lost')
    line.data('live')
    clock.advance(RESTS_MS)
    expect(said).toHaveLength(3)
    read('E1')
    expect(said).toHaveLength(4)
  })

  it('is nothing once it stopped', () => {
    const { clock, line, said, read } = open()
    read('E1')
    read('E2')
    line.stop()
    clock.advance(RESTS_MS)
    expect(said).toHaveLength(1)
  })
})
