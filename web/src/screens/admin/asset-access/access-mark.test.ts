import { expect, it } from 'vitest'
import { accessMark } from './AccessMark.tsx'

const NOW = 1000
const SET = { denied: false, valid_from: null, valid_to: null, group: null }

it.each([
  ['nothing set', undefined, null],
  ['only a group', { ...SET, group: 3 }, null],
  ['a block', { ...SET, denied: true, valid_to: 1 }, 'Bloqueado'],
  ['an end at this moment', { ...SET, valid_to: NOW }, 'Vencido'],
  ['an end to come', { ...SET, valid_to: NOW + 1 }, null],
  ['a begin to come', { ...SET, valid_from: NOW + 1 }, 'Aún no vale'],
  ['a begin at this moment', { ...SET, valid_from: NOW }, null],
])('marks a row with %s', (_, access, word) => {
  expect(accessMark(access, NOW)?.word ?? null).toBe(word)
})
