import { expect, it } from 'vitest'
import { LlrpReaderConfig } from './config.ts'

const smallest = { id: 'gate', type: 'llrp', host: 'reader.local' }

it('an LLRP reader needs its address alone', () => {
  expect(LlrpReaderConfig.parse(smallest)).toEqual({
    ...smallest,
    port: 5084,
    silentAfterMs: 0,
    keepaliveMs: 5000,
  })
})

it.each([
  [{ host: 'http://reader' }, 'host', 'debe ser la dirección o el nombre del lector'],
  [{ host: '192.168.1.50:5084' }, 'host', 'póngalo aparte, en "port"'],
  [{ antennas: { left: 'in' } }, 'antennas.left', 'debe nombrar las antenas por su número'],
  [{ useAntennas: [0] }, 'useAntennas.0', 'debe ser un número entero de 1 a 65535'],
  [{ session: 4 }, 'session', 'debe ser un número entero de 0 a 3'],
  [{ transmitter: 30 }, 'transmitter', 'debe ser un objeto, por ejemplo {"powerIndex": 81}'],
  [{ reportEvery: 0 }, 'reportEvery', 'no se informaría nada'],
  [{ antennas: { 3: 'in' }, useAntennas: [1, 2] }, 'antennas', 'que useAntennas deja fuera'],
  [{ tagPopulation: 8 }, 'tagPopulation', 'necesita session a su lado'],
])('an LLRP reader with %j is refused with the path and the fix', (fault, path, fix) => {
  const issue = LlrpReaderConfig.safeParse({ ...smallest, ...fault }).error?.issues[0]
  expect(issue?.path.join('.')).toBe(path)
  const issues = JSON.stringify(issue)
  expect(issues.replaceAll('\\"', '"')).toContain(fix)
})
