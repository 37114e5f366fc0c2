import { runs } from '@vehicle-control/protocol/testing/runs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readTags } from './json-tags.ts'

const ZEBRA = {
  type: 'SIMPLE',
  timestamp: '2026-11-20T10:00:00.123+0000',
  data: {
    MAC: 'C4:7D:CC:FF:FF:FF',
    antenna: 1,
    eventNum: 17,
    format: 'epc',
    idHex: '7EDA9038051002710002C0AE',
    peakRssi: -62,
    reads: 1,
  },
}
const IMPINJ = {
  timestamp: '2026-04-02T12:00:00Z',
  hostname: 'impinj-01-23-45',
  eventType: 'tagInventory',
  tagInventoryEvent: {
    epc: 'ftqQOAUQAnEAAsCu',
    epcHex: '7EDA9038051002710002C0AE',
    tid: '4oARcCAAFM2bWgjs',
    tidHex: 'E2801170200014CD9B5A08EC',
    pc: 'NAA=',
    antennaPort: 1,
    antennaName: 'ANTENNA-NAME',
    peakRssiCdbm: -7000,
    frequency: 927_250,
    transmitPowerCdbm: 3000,
    lastSeenTime: '2026-04-02T12:00:01Z',
    phaseAngle: 69.0,
  },
}
const EPC = '7EDA9038051002710002C0AE'

describe('readTags of Zebra', () => {
  it('takes the tag of an event with all of its metadata', () => {
    expect(readTags(ZEBRA)).toEqual([
      {
        uid: EPC,
        antenna: 1,
        rssi: -62,
        tid: undefined,
        count: 1,
        at: Date.UTC(2026, 10, 20, 10, 0, 0, 123),
        stamp: '2026-11-20T10:00:00.123+0000#17',
        source: 'C4:7D:CC:FF:FF:FF',
      },
    ])
  })

  it('takes one with nothing but what is dependable, and each tag of a batch', () => {
    const data = { eventNum: 3, format: 'epc', idHex: EPC }
    expect(readTags({ ...ZEBRA, data })).toMatchObject([{ uid: EPC, antenna: undefined }])
    const batch = { tagData: [data, { decodedBarcode: '123' }, { EPC, eventNum: 4, TID: 'E280' }] }
    const tags = readTags({ ...ZEBRA, data: batch })
    expect(tags?.map(({ uid, tid }) => ({ uid, tid }))).toEqual([
      { uid: EPC, tid: undefined },
      { uid: EPC, tid: 'E280' },
    ])
  })

  it('takes one without a type, as older firmware writes it', () => {
    const { type: _, ...event } = ZEBRA
    expect(readTags(event)).toEqual(readTags(ZEBRA))
    expect(readTags({ ...event, data: { cpu: 3 } })).toBeNull()
  })

  it('finds no tag in another event of it', () => {
    expect(readTags({ type: 'heartbeat', timestamp: ZEBRA.timestamp, data: { cpu: 3 } })).toEqual(
      [],
    )
  })
})

describe('readTags of a list', () => {
  const LIST = {
    reader_name: 'SpeedwayR-12-34-56',
    mac_address: '00:16:25:12:34:56',
    tag_reads: [
      { epc: EPC, antennaPort: 2, peakRssi: -61.5, firstSeenTimestamp: 1_795_000_000_000_000 },
      { isHeartBeat: true, epc: '*' },
      'nothing',
      { epc: 'E2003412', antennaPort: '1' },
    ],
  }

  it('takes each read, dated in microseconds, and nothing for a heartbeat', () => {
    const source = LIST.mac_address
    expect(readTags(LIST)).toMatchObject([
      { uid: EPC, antenna: 2, rssi: -61.5, at: 1_795_000_000_000, source },
      { uid: 'E2003412', antenna: 1, at: undefined, source },
    ])
    expect(readTags({ tag_reads: [] })).toEqual([])
    expect(readTags({ tag_reads: [{ isHeartBeat: true }] })).toEqual([])
    expect(readTags({ tag_reads: [{ EPC_hex: 'E200' }, 'E2003412'] })).toBeNull()
    // In a message of its own it is no time of a read: it stands still while a tag stays.
    expect(
      readTags({ epc: EPC, firstSeenTimestamp: 1_795_000_000_000_000 })?.[0]?.at,
    ).toBeUndefined()
  })

  it('is one with a name alone, and none where it is no list', () => {
    const { mac_address: _, ...named } = LIST
    expect(readTags(named)?.[0]).toMatchObject({ source: LIST.reader_name })
    expect(readTags({ tag_reads: 'none' })).toBeNull()
  })
})

describe('readTags of Impinj', () => {
  it('takes the tag of an event, dBm out of hundredths', () => {
    expect(readTags(IMPINJ)).toEqual([
      {
        uid: EPC,
        antenna: 1,
        rssi: -70,
        tid: 'E2801170200014CD9B5A08EC',
        at: Date.UTC(2026, 3, 2, 12),
        stamp: '2026-04-02T12:00:00Z',
        source: 'impinj-01-23-45',
      },
    ])
  })

  it.each(['ftqQOAUQAnEAAsCu', 'ftqQOAUQAnEAAsCu='])(
    'takes base64 where there is no hex: %s',
    (epc) => {
      const tags = readTags({ eventType: 'tagInventory', tagInventoryEvent: { epc, tid: '4oAR' } })
      expect(tags).toMatchObject([{ uid: EPC.toLowerCase(), tid: 'e28011', at: undefined }])
    },
  )

  it('takes base64url', () => {
    const tagInventoryEvent = { epc: '-_-_-_-_' }
    expect(readTags({ eventType: 'tagInventory', tagInventoryEvent })).toMatchObject([
      { uid: 'fbffbffbffbf' },
    ])
  })

  it('finds no tag in events of other types, and noise in one of its type without a tag', () => {
    expect(readTags({ ...IMPINJ, eventType: 'inventoryStatus' })).toEqual([])
    expect(readTags({ ...IMPINJ, tagInventoryEvent: { antennaPort: 1 } })).toBeNull()
    expect(readTags({ ...IMPINJ, tagInventoryEvent: 'x' })).toBeNull()
  })
})

describe('readTags of the plain form', () => {
  it.each([
    [{ uid: 'AABBCCDD' }, { uid: 'AABBCCDD', source: '' }],
    [
      { Tag: 'AABBCCDD', Antenna: '2', RSSI: '-61.5' },
      { antenna: 2, rssi: -61.5 },
    ],
    [
      { EPC: 'AABBCCDD', ts: 1_795_000_000 },
      { at: 1_795_000_000_000, stamp: 1_795_000_000 },
    ],
    [
      { uid: 12_345_678, count: 3, tid: 'E280AABB' },
      { uid: '12345678', count: 3, tid: 'E280AABB' },
    ],
    [{ uid: null, tag: 'AABBCCDD' }, { uid: 'AABBCCDD' }],
  ])('takes %j', (message, tag) => {
    expect(readTags(message)).toMatchObject([tag])
  })

  it('leaves out what makes no sense, and keeps the tag', () => {
    const message = { uid: 'AABBCCDD', antenna: -1, rssi: 'loud', tid: 'x', count: 0, ts: 'soon' }
    expect(readTags(message)).toEqual(
      [
        { uid: 'AABBCCDD', antenna: undefined, rssi: undefined, tid: undefined, count: undefined },
      ].map((tag) => ({ ...tag, at: undefined, stamp: 'soon', source: '' })),
    )
  })

  it.each([
    [null],
    [7],
    ['AABBCCDD'],
    [[]],
    [{}],
    [{ uid: {} }],
    [{ uid: '' }],
    [{ __proto__: 1 }],
  ])('is not %j', (message) => expect(readTags(message)).toBeNull())
})

it('readTags takes any JSON without throwing, and its numbers are finite', () => {
  const key = fc.oneof(
    fc.constantFrom(
      'uid',
      'tag',
      'ts',
      'timestamp',
      'data',
      'type',
      'idHex',
      'eventType',
      'antenna',
    ),
    fc.constantFrom(
      'tagInventoryEvent',
      'epc',
      'epcHex',
      'peakRssiCdbm',
      'tagData',
      'reads',
      'rssi',
    ),
    fc.string(),
  )
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      fc.jsonValue(),
      fc.dictionary(key, tie('tree')),
      fc.array(tie('tree')),
    ),
  }))
  fc.assert(
    fc.property(tree, (item) => {
      for (const tag of readTags(item) ?? []) {
        expect(tag.uid.length).toBeLessThanOrEqual(256)
        for (const value of [tag.antenna, tag.rssi, tag.count, tag.at]) {
          expect(value === undefined || Number.isFinite(value)).toBe(true)
        }
      }
    }),
    { numRuns: runs(300) },
  )
})
