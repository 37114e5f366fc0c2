import { runs } from '@vehicle-control/protocol/testing/runs'
import { beforeAll, describe, expect, it } from 'vitest'
import { type HostileReport, KIND_NAMES, runHostile } from './run.ts'

/** The attacks of `npm run hostile`, few of each kind, and the same ones each time. */
describe('a hub under attack', () => {
  let report: HostileReport
  beforeAll(async () => {
    report = await runHostile({ seed: 'suite', lasts: { attempts: runs(40) } })
  })

  it.each(KIND_NAMES)('bears %s', (kind) => {
    const tally = report.tallies.find((one) => one.kind === kind)
    expect(tally?.faults).toEqual([])
    expect(tally?.refused).toMatch(/\d × /)
    expect(tally?.sent).toBeGreaterThan(0)
  })

  it('goes on with its work', () => {
    const work = report.tallies.find(({ kind }) => kind === 'normal work')
    expect(work?.faults).toEqual([])
    expect(report.work).toMatch(/^\d+ reads stored once each, [1-9]\d* commands obeyed, [1-9]/)
  })
})
