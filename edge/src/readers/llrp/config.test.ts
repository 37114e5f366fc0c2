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
  [{ host: 'http://reader' }, 'host', 'must be the address or name of the reader'],
  [{ host: '192.168.1.50:5084' }, 'host', 'give that as "port"'],
  [{ antennas: { left: 'in' } }, 'antennas.left', 'must name antennas by their number'],
  [{ useAntennas: [0] }, 'useAntennas.0', 'must be a whole number from 1 to 65535'],
  [{ session: 4 }, 'session', 'must be a whole number from 0 to 3'],
  [{ transmitter: 30 }, 'transmitter', 'must be an object such as {"powerIndex": 81}'],
  [{ reportEvery: 0 }, 'reportEvery', 'nothing would be reported'],
  [{ antennas: { 3: 'in' }, useAntennas: [1, 2] }, 'antennas', 'that useAntennas leaves out'],
  [{ tagPopulation: 8 }, 'tagPopulation', 'needs session beside it'],
])('an LLRP reader with %j is refused with the path and the fix', (fault, path, fix) => {
  const issue = LlrpReaderConfig.safeParse({ ...smallest, ...fault }).error?.issues[0]
  expect(issue?.path.join('.')).toBe(path)
  const issues = JSON.stringify(issue)
  expect(issues.replaceAll('\\"', '"')).toContain(fix)
})
