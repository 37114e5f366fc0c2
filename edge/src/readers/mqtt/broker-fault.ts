import { ErrorWithReasonCode } from 'mqtt'
import { DeviceError } from '../../device-error.ts'

/** Reason codes of both versions of MQTT, with the fix where the operator has one. */
const REFUSALS: Record<number, string> = {
  1: 'the broker does not speak this version of MQTT; set mqttVersion to 4',
  2: 'the broker refuses the client id; set another clientId',
  3: 'the broker is not available',
  4: 'the broker refuses user or password',
  5: 'the broker refuses user or password',
  132: 'the broker does not speak MQTT 5; set mqttVersion to 4',
  133: 'the broker refuses the client id; set another clientId',
  134: 'the broker refuses user or password',
  135: 'the broker refuses user or password',
  136: 'the broker is not available',
  137: 'the broker is busy',
  138: 'the broker has banned this edge',
  142: 'another client took over the session; give each reader a clientId of its own',
  149: 'the broker sent a message that is too big',
}

/** The fault of a refusal or a disconnect. */
export function refusalOf(reasonCode: number | undefined): DeviceError {
  const known = REFUSALS[reasonCode ?? 0]
  return new DeviceError(known ?? `the broker ended the connection (${reasonCode ?? 'no reason'})`)
}

/** The fault behind an error of the client. */
export function faultOf(error: Error): DeviceError {
  if (error instanceof ErrorWithReasonCode) {
    const known = REFUSALS[error.code]
    if (known !== undefined) return new DeviceError(known, { cause: error })
  }
  // The error of a host with several addresses has a code and no message.
  const code = 'code' in error ? String(error.code) : ''
  return new DeviceError(error.message || code || 'the connection failed', { cause: error })
}
