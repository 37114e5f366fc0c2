import { expect, it } from 'vitest'
import { HARDWARE_TEXTS } from '../../../../texts/admin/admin-hardware.ts'
import { headOf, type HealthNote, worstFirst } from './health-note.ts'

const note = (tone: HealthNote['tone'], text: string): HealthNote => ({ tone, text })

it('puts the worst first, equal ones in their order, and keeps every one', () => {
  const notes = [
    note('bad', 'sin conexión'),
    note('quiet', 'simulado'),
    note('warn', 'lector'),
    note('bad', 'relés'),
    note('warn', 'reloj'),
  ]
  const texts = worstFirst(notes).map(({ text }) => text)
  expect(texts).toEqual(['sin conexión', 'relés', 'lector', 'reloj', 'simulado'])
})

it.each([
  ['Sin conexión: revisa la corriente y la red del equipo', 'Sin conexión'],
  ['Versión 0.1; el hub tiene la 0.2', 'Versión 0.1'],
  ['3 lecturas por enviar', '3 lecturas por enviar'],
  [HARDWARE_TEXTS.host.note('Voltaje', 'Bajo; cambia el cable'), 'Voltaje bajo'],
  [HARDWARE_TEXTS.relays.note('lo usa otro', null), 'No se puede mover ningún relé (lo usa otro)'],
])('of «%s» the head is «%s»', (text, head) => {
  expect(headOf(note('warn', text))).toBe(head)
})
