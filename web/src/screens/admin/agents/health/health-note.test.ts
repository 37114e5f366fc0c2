import { expect, it } from 'vitest'
import { type HealthNote, worstNotes } from './health-note.ts'

const note = (tone: HealthNote['tone'], text: string): HealthNote => ({ tone, text })

it('puts the worst three first and keeps every other one', () => {
  const notes = [
    note('bad', 'sin conexión'),
    note('quiet', 'simulado'),
    note('warn', 'lector'),
    note('bad', 'relés'),
    note('warn', 'reloj'),
    note('bad', 'disco'),
  ]
  const { worst, others } = worstNotes(notes)
  expect(worst.map(({ text }) => text)).toEqual(['sin conexión', 'relés', 'disco'])
  expect(others.map(({ text }) => text)).toEqual(['lector', 'reloj', 'simulado'])
})

it('hides nothing of the few', () => {
  const notes = [note('warn', 'a'), note('bad', 'b'), note('warn', 'c')]
  expect(worstNotes(notes)).toEqual({ worst: [notes[1], notes[0], notes[2]], others: [] })
})
