import { describe, expect, it } from 'vitest'
import { describeFault } from '../../config-file.ts'
import { A0_BANDS } from '../a0/config.ts'
import { CHAFON_BANDS } from '../chafon/region.ts'
import { M100_BANDS, M100ReaderConfig } from '../m100/config.ts'
import { THINGMAGIC_BANDS } from '../thingmagic/config.ts'
import { COUNTRY_RULES } from './country-bands.ts'
import { powerWarning, type RegionBands, regionsFor } from './region-setting.ts'

const READERS: Record<string, RegionBands<string>> = {
  m100: M100_BANDS,
  chafon: CHAFON_BANDS,
  a0: A0_BANDS,
  thingmagic: THINGMAGIC_BANDS,
}

const ofM100 = (region: unknown) =>
  M100ReaderConfig.safeParse({ id: 'gate', type: 'm100', path: '/dev/ttyUSB0', region })
const faultOf = (region: unknown) => {
  const { error } = ofM100(region)
  return error === undefined ? 'none' : describeFault(error)
}

describe('the setting region', () => {
  it.each([
    ['mx', ['us', 'korea', 'china-900']],
    ['co', ['korea', 'china-900']],
    ['ec', ['korea', 'china-900']],
    ['br', ['korea', 'china-900']],
    ['es', ['eu']],
    ['902-928', ['us', 'korea', 'china-900']],
    ['902-907.5,915-928', ['korea', 'china-900']],
    ['us', ['us']],
    ['china-800', ['china-800']],
  ])('%s lets an M100 use %j', (setting, regions) => {
    expect(faultOf(setting)).toBe('none')
    expect(regionsFor(M100_BANDS, setting)).toEqual(regions)
  })

  it.each(Object.keys(READERS))(
    '%s never leaves the bands of a country that it is set to',
    (type) => {
      const regions = READERS[type] ?? {}
      for (const [country, { bands }] of Object.entries(COUNTRY_RULES)) {
        const allowed = regionsFor(regions, country)
        expect(allowed.length, country).toBeGreaterThan(0)
        for (const name of allowed) {
          const [from = 0, to = 0] = regions[name] ?? []
          const holds = bands.some((band) => band[0] <= from && to <= band[1])
          expect(holds, `${country} ${name}`).toBe(true)
        }
      }
    },
  )

  it('says what there is, and that a band has no region of the reader', () => {
    expect(faultOf(undefined)).toMatch(/^region debe ser un país \(ar, br, .* "902-928"/)
    expect(faultOf('bo')).toContain('región del lector (us, eu, korea')
    expect(faultOf('928')).toContain('debe ser un país')
    expect(faultOf('950-960')).toContain('region permite 950-960 MHz, y este lector no')
  })
})

describe('a power', () => {
  it('above what the country allows with the usual antenna is told, with what it allows', () => {
    expect(powerWarning({ region: 'mx', powerDbm: 30 })).toBeNull()
    expect(powerWarning({ region: 'mx', powerDbm: 31 })).toContain('30 dBm (36 dBm EIRP)')
    expect(powerWarning({ region: 'cl', powerDbm: 21 })).toBeNull()
    expect(powerWarning({ region: 'cl', powerDbm: 22 })).toContain('CL permite')
    expect(powerWarning({ region: 'pe', powerDbm: 25 })).toContain('24 dBm (30 dBm EIRP)')
    expect(powerWarning({ region: 'es', powerDbm: 30 })).toContain('29 dBm')
  })

  it('above what any country allows is told where its own limit is not known', () => {
    expect(powerWarning({ region: 'co', powerDbm: 30 })).toBeNull()
    const warning = powerWarning({ region: 'co', powerDbm: 31 })
    expect(warning).toContain('el límite de CO no se conoce aquí')
    expect(warning).toContain('30 dBm (36 dBm EIRP)')
  })

  it('is nobody else’s matter where a band or a name of the reader stands', () => {
    expect(powerWarning({ region: '915-928', powerDbm: 33 })).toBeNull()
    expect(powerWarning({ region: 'us', powerDbm: 33 })).toBeNull()
    expect(powerWarning({ region: 'co' })).toBeNull()
  })
})
