import { describe, expect, it } from 'vitest'
import { openReader, resourceOf } from '../open-reader.ts'
import { ReaderConfig } from '../reader-config.ts'
import { READER_TYPES } from '../reader-types.ts'
import { readerContext } from '../../testing/reader-context.ts'

const line = { id: 'gate', type: 'line' }
const parse = (settings: object) => ReaderConfig.safeParse({ ...line, ...settings })
const faultOf = (settings: object) => {
  const [issue] = parse(settings).error?.issues ?? []
  return issue === undefined ? null : `${issue.path.join('.')} ${issue.message}`
}

describe('the link of a stream of bytes', () => {
  it.each([
    { path: '/dev/ttyUSB0', dtr: true },
    { host: '192.168.1.50', port: 2022 },
    { listen: '192.168.1.10:6000', from: '192.168.1.50' },
    { listen: '0.0.0.0:6000', from: '192.168.0.0/16' },
    { listen: '[fd00::10]:6000', from: 'fd00::/64' },
  ])('may be %j', (link) => {
    expect(parse(link).success).toBe(true)
  })

  it.each<[object, RegExp]>([
    [
      {},
      /^path debe nombrar el puerto serie, .*o ponga en su lugar "host" y "port", o "listen" y "from"/,
    ],
    [{ path: '/dev/ttyUSB0', host: 'a', port: 1 }, /^host está junto a "path"/],
    [{ host: 'a', port: 1, listen: '10.0.0.1:6000' }, /^listen está junto a "host"/],
    [{ path: '/dev/ttyUSB0', port: 1 }, /^port va con "host", y el lector tiene "path"/],
    [{ host: 'a', port: 1, dtr: true }, /^dtr va con "path"/],
    [{ host: 'a'.repeat(251), port: 1 }, /^host debe ser la dirección o el nombre/],
    [{ host: 'a', port: 1, from: '10.0.0.1' }, /^from va con "listen"/],
    [{ host: 'a' }, /^port debe ser el puerto del lector/],
    [{ listen: '10.0.0.1:6000' }, /^from debe decir quién puede llamar/],
    ...[
      '6000',
      ':6000',
      '*:6000',
      'gate.local:6000',
      '10.0.0.1',
      '10.0.0.1:80',
      '10.0.0.1:65536',
    ].map((listen): [object, RegExp] => [
      { listen, from: '10.0.0.2' },
      /^listen debe ser una dirección de este equipo/,
    ]),
    ...['', '*', 'reader.local', '10.0.0.0/8', '0.0.0.0/0', '10.0.0.0/33', '::/0', '10.0.0.1/'].map(
      (from): [object, RegExp] => [
        { listen: '10.0.0.1:6000', from },
        /^from debe decir quién puede llamar/,
      ],
    ),
  ])('is refused as %j', (link, fault) => {
    expect(faultOf(link)).toMatch(fault)
  })

  it('is a port of one reader, whatever the types', () => {
    const place = (config: object) => resourceOf(ReaderConfig.parse({ id: 'gate', ...config }))
    const llrp = { type: 'llrp', host: '10.0.0.1', port: 5084 }
    expect(place({ ...line, host: '10.0.0.1', port: 5084 })).toBe(place(llrp))
    expect(place({ ...line, listen: '10.0.0.1:6000', from: '10.0.0.2' })).toBe('10.0.0.1:6000')
  })
})

it('every type with a driver takes all three links', () => {
  const types = Object.values(READER_TYPES).filter((type) => 'driver' in type)
  expect(types.length).toBeGreaterThan(7)
  for (const { schema } of types) {
    for (const key of ['path', 'host', 'port', 'listen', 'from'])
      expect(schema.shape).toHaveProperty(key)
  }
})

it('a reader that listens has its address as its place, and says nothing of who may dial in', async () => {
  const config = ReaderConfig.parse({ ...line, listen: '203.0.113.7:6000', from: '203.0.113.8' })
  const reader = await openReader(config, readerContext())
  reader.start()
  expect(reader.states()[0]).toMatchObject({ path: '203.0.113.7:6000', state: 'closed' })
  expect(JSON.stringify(reader.states())).not.toContain('203.0.113.8')
  await reader.stop()
})
