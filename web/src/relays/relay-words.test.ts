import { expect, it } from 'vitest'
import { ApiError } from '../api/http/api-error.ts'
import { countdownText, faultWords, millisecondsOf, secondsText } from './relay-words.ts'

it.each([
  ['5', 5000],
  [' 2,5 ', 2500],
  ['0.0019', 1],
  ['1.001', 1001],
  ['0.0001', null],
  ['0', null],
  ['-3', null],
  ['', null],
  ['x', null],
  ['1e999', null],
])('takes «%s» seconds as %s ms', (text, ms) => {
  expect(millisecondsOf(text)).toBe(ms)
})

it('writes times', () => {
  expect(secondsText(2500)).toBe('2,5')
  expect([1, 1000, 1001, 60_000].map(countdownText)).toEqual(['00:01', '00:01', '00:02', '01:00'])
})

it('says what failed, in the words of the specification', () => {
  const problem = new ApiError({ status: 409, code: 'agent_offline', detail: 'No está conectado' })
  expect(faultWords({ kind: 'ack', reason: null })).toBe('ACK: fallo de ejecución')
  expect(faultWords({ kind: 'ack', reason: 'expired' })).toBe(
    'ACK: fallo de ejecución (la orden llegó tarde y no se ejecutó)',
  )
  expect(faultWords({ kind: 'ack', reason: 'busy' })).toBe(
    'ACK: fallo de ejecución (el relé llegó a su tiempo máximo; déjalo apagado un segundo y repite)',
  )
  expect(faultWords({ kind: 'ack', reason: 'new one' })).toBe('ACK: fallo de ejecución')
  expect(faultWords({ kind: 'send', problem })).toBe('Fallo al enviar comando: No está conectado')
  expect(faultWords({ kind: 'send', problem: new Error('x') })).toBe(
    'Fallo al enviar comando: el hub no responde',
  )
})
