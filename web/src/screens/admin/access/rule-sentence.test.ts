import type { GivenRule } from '@vehicle-control/protocol'
import { expect, it } from 'vitest'
import { minuteOf, ruleSentence, spanWords, timeText } from './rule-sentence.ts'

const RULE: GivenRule = {
  id: 1,
  readers: ['portal'],
  direction: 'both',
  who: 'registered',
  kinds: ['vehicle'],
  hours: null,
  relay: { pin: 17 },
  onMs: 5000,
  stale: { afterMs: 259_200_000, answer: 'go_on' },
}
const GROUPS = [
  { id: 3, name: 'Proveedores' },
  { id: 4, name: 'Personal' },
]
const sentence = (part: Partial<GivenRule>) =>
  ruleSentence({ ...RULE, ...part }, 'Portería principal', GROUPS)

it('tells a rule in one sentence', () => {
  expect(sentence({})).toBe(
    'Todos los vehículos registrados entran y salen por Portería principal (lector portal), siempre: abre el relé 17 durante 5 s',
  )
})

it.each<[string, Partial<GivenRule>, string]>([
  ['a group', { who: [3] }, 'Todos los vehículos del grupo «Proveedores» entran y salen'],
  ['groups', { who: [3, 4] }, 'Todos los vehículos de los grupos «Proveedores» y «Personal»'],
  ['a group that is gone', { who: [9] }, 'Todos los vehículos del grupo n.º 9'],
  ['kinds', { kinds: ['vehicle', 'product'] }, 'Todos los vehículos y productos registrados'],
  ['an entry', { direction: 'in' }, 'registrados entran por'],
  ['an exit', { direction: 'out' }, 'registrados salen por'],
  ['readers', { readers: ['a', 'b', 'c'] }, '(lectores a, b y c)'],
  ['a named relay', { relay: { name: 'Barrera' } }, 'abre el relé «Barrera» durante'],
  ['half a second', { onMs: 500 }, 'durante 0,5 s'],
  [
    'an old list',
    { stale: { afterMs: 7_200_000, answer: 'refuse' } },
    '5 s; con una lista sin confirmar de más de 2 h no abre',
  ],
  [
    'hours',
    {
      hours: [
        { days: 31, from: 360, to: 1080 },
        { days: 32, from: 480, to: 720 },
      ],
    },
    ', lunes a viernes de 06:00 a 18:00; sábado de 08:00 a 12:00: abre',
  ],
])('names %s', (_, part, words) => {
  expect(sentence(part)).toContain(words)
})

it.each([
  [127, 0, 0, 'todos los días, todo el día'],
  [127, 0, 1439, 'todos los días de 00:00 a 23:59'],
  [96, 1320, 360, 'sábado y domingo de 22:00 a 06:00 del día siguiente'],
  [1, 1080, 0, 'lunes de 18:00 a 00:00'],
  [21, 360, 360, 'lunes, miércoles y viernes de 06:00 a 06:00 del día siguiente'],
  [14, 360, 361, 'martes a jueves de 06:00 a 06:01'],
])('tells the hours of days %d from %d to %d', (days, from, to, words) => {
  expect(spanWords({ days, from, to })).toBe(words)
})

it('reads back each minute of a day that it writes, and nothing else', () => {
  const minutes = Array.from({ length: 1440 }, (_, minute) => minute)
  expect(minutes.map((minute) => minuteOf(timeText(minute)))).toEqual(minutes)
  for (const text of ['', '24:00', '6:00', '06:60', '06:00:00']) expect(minuteOf(text)).toBeNull()
})
