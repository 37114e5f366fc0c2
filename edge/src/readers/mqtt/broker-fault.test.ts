import { ErrorWithReasonCode } from 'mqtt'
import { expect, it } from 'vitest'
import { faultOf, refusalOf } from './broker-fault.ts'

it.each([
  [132, /set mqttVersion to 4/],
  [135, /refuses user or password/],
  [142, /^another client took over the session; give each reader a clientId/],
  [200, /^the broker ended the connection \(200\)$/],
  [undefined, /^the broker ended the connection \(no reason\)$/],
])('a refusal with code %s says what to mend', (code, message) => {
  expect(refusalOf(code).message).toMatch(message)
})

it('an error of the client becomes one that an operator can read, with its cause', () => {
  const refused = new ErrorWithReasonCode('Connection refused: Not authorized', 5)
  expect(faultOf(refused)).toMatchObject({
    message: 'the broker refuses user or password',
    cause: refused,
  })
  // As of a name with several addresses.
  const nobody = Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' })
  expect(faultOf(nobody).message).toBe('ECONNREFUSED')
})
