import { describe, expect, it } from 'vitest'
import { answerFaults } from './answer-faults.ts'
import { SENT_MARK } from './hostile-values.ts'

const headers = { 'x-content-type-options': 'nosniff' }
const refusal = { status: 400, headers, body: '{"error":"invalid_input","message":"No"}' }

describe('answerFaults', () => {
  it('finds none in a refusal and in an answer', () => {
    expect(answerFaults('/api/users', refusal, ['secret'])).toEqual([])
    expect(answerFaults('/api/users', { status: 200, headers, body: '[]' }, ['secret'])).toEqual([])
    expect(answerFaults('/api/users', { ...refusal, status: 503 }, [])).toEqual([])
  })

  it.each([
    ['answered 500', { ...refusal, status: 500 }],
    ['a 400 without the error form', { ...refusal, body: 'Bad Request' }],
    ['a 400 without the error form', { ...refusal, body: '{"error":"odd","message":"No"}' }],
    ['echoes what was sent', { ...refusal, body: `{"error":"x ${SENT_MARK}"}` }],
    ['lets another origin read', { ...refusal, headers: { 'access-control-allow-origin': '*' } }],
    ['a header of the sender', { ...refusal, headers: { 'x-injected': '1' } }],
    ['leads to //evil.example', { ...refusal, headers: { location: '//evil.example' } }],
    ['an answer without nosniff', { status: 200, headers: {}, body: '' }],
    ['a file of the machine', { status: 200, headers, body: 'root:x:0:0:root' }],
    ['tells the secret planted', { status: 200, headers, body: 'so: planted-1' }],
  ])('finds «%s»', (fault, answer) => {
    const found = answerFaults('/api/users', answer, ['planted-1'])
    expect(found).toEqual(expect.arrayContaining([expect.stringContaining(fault)]))
  })
})
