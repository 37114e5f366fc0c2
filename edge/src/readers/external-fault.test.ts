import { expect, it } from 'vitest'
import { externalFault } from './external-fault.ts'
import { ReadersConfig } from './reader-list.ts'

const readers = ReadersConfig.parse([
  { id: 'gate', type: 'http', port: 8090, keyEnv: 'GATE_KEY' },
  {
    id: 'yard',
    type: 'mqtt',
    url: 'mqtts://broker',
    topic: 'ziotc/#',
    userEnv: 'USER_NAME',
    passwordEnv: 'HUNTER2',
    caFile: '/etc/ca.pem',
  },
])
const env = { GATE_KEY: '0123456789abcdef', USER_NAME: 'edge', HUNTER2: 'x' }
const readFile = () => 'PEM'

/** A disk that answers every read with an error. */
const failing = (code: string) => () => {
  throw Object.assign(new Error('no such file'), { code })
}

it('finds no fault where every variable and file is there', () => {
  expect(externalFault(readers, { env, readFile })).toBeNull()
})

it('names the setting whose variable is not set, and not the variable: it may be the password', () => {
  expect(externalFault(readers, { env: { ...env, HUNTER2: ' ' }, readFile })).toBe(
    'readers[1].passwordEnv nombra una variable que falta; póngala en el entorno',
  )
})

it('names a key of a webhook that could be guessed, and does not quote it', () => {
  const fault = externalFault(readers, { env: { ...env, GATE_KEY: '0123456789abcde ' }, readFile })
  expect(fault).toBe(
    'readers[0].keyEnv nombra una clave de menos de 16 caracteres; cree otra con "openssl rand -hex 24"',
  )
})

it.each(['ENOENT', 'ENOTDIR', 'EISDIR'])('names a caFile that is no file: %s', (code) => {
  const fault = externalFault(readers, { env, readFile: failing(code) })
  expect(fault).toMatch(`readers[1].caFile /etc/ca.pem no es un archivo (${code}); nombre el PEM`)
})

it.each(['EACCES', 'EIO'])(
  'leaves a file that another time can be read to its reader: %s',
  (code) => {
    expect(externalFault(readers, { env, readFile: failing(code) })).toBeNull()
  },
)
