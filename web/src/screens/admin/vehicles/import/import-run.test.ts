import type { ImportedRow } from '@vehicle-control/protocol'
import { IMPORT_ROWS_MAX } from '@vehicle-control/protocol/limits'
import { runs } from '@vehicle-control/protocol/testing/runs'
import { byVehicleColumn } from '@vehicle-control/protocol/vehicle-columns'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ApiError } from '../../../../api/http/api-error.ts'
import { createFakeClock } from '../../../../testing/fake-clock.ts'
import { createImportRun, type ImportRunOptions } from './import-run.ts'
import type { PlannedRow } from './read-import.ts'

const stored = (id: number): ImportedRow => ({ id, error: null, message: null, same: false })
const refused = (same: boolean): ImportedRow => ({
  id: null,
  error: 'duplicate',
  message: 'Placa o Tag ya existen',
  same,
})
const lost = () => new ApiError({ status: 0, code: 'network' })

const EMPTY = byVehicleColumn(() => '')

function planned(count: number): PlannedRow[] {
  return Array.from({ length: count }, (_, i) => {
    const row = { ...EMPTY, plate: `P${i}`, rfid_tag: `TAG-${i}` }
    return { line: i + 2, row, repeats: null, isTwin: false }
  })
}

/** A hub whose next answers may get lost, before or after it stores. */
function playHub() {
  const vehicles = new Map<string, string>()
  const losses: ('before' | 'after')[] = []
  const sizes: number[] = []
  const send: ImportRunOptions['send'] = async (rows) => {
    const loss = losses.shift()
    if (loss === 'before') throw lost()
    sizes.push(rows.length)
    const results = rows.map(({ plate, rfid_tag }) => {
      const known = vehicles.get(String(plate))
      if (known !== undefined) return refused(known === rfid_tag)
      vehicles.set(String(plate), String(rfid_tag))
      return stored(vehicles.size)
    })
    if (loss === 'after') throw lost()
    return { results }
  }
  return { vehicles, losses, sizes, send }
}

/** Lets everything run that waits for no timer. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 0))

it('sends rows in chunks and tells what became of each', async () => {
  const hub = playHub()
  hub.vehicles.set('P1', 'OTHER')
  hub.vehicles.set('P2', 'TAG-2')
  const rows = planned(IMPORT_ROWS_MAX + 1)
  const run = createImportRun({ rows, send: hub.send, clock: createFakeClock() })
  await run.start()
  expect(hub.sizes).toEqual([IMPORT_ROWS_MAX, 1])
  const { phase, imported, failed, unsent } = run.state.get()
  expect([phase, imported, unsent]).toEqual(['done', IMPORT_ROWS_MAX - 1, []])
  expect(failed.map(({ line, reason }) => [line, reason])).toEqual([
    [3, 'Placa o Tag ya existen'],
    [4, 'Placa o Tag ya existen'],
  ])
})

it('waits longer and longer for a hub that is away, and goes on by itself or when told', async () => {
  const hub = playHub()
  hub.losses.push('after', 'before', 'before')
  const clock = createFakeClock()
  const run = createImportRun({ rows: planned(3), send: hub.send, clock })
  const over = run.start()
  await settle()
  expect(run.state.get()).toMatchObject({ phase: 'waiting', retryAt: clock.now() + 2000 })
  clock.advance(2000)
  await settle()
  expect(run.state.get()).toMatchObject({ phase: 'waiting', retryAt: clock.now() + 4000 })
  run.retry()
  await settle()
  expect(run.state.get().retryAt).toBe(clock.now() + 8000)
  clock.advance(8000)
  await over
  expect(run.state.get()).toMatchObject({ phase: 'done', imported: 3, failed: [], unknown: [] })
  expect(hub.vehicles.size).toBe(3)
})

it('counts a line that stands twice in the file once, lost answers or not', async () => {
  const hub = playHub()
  hub.losses.push('after')
  const [one] = planned(1)
  if (!one) throw new Error('no row')
  const rows = [one, { ...one, line: 3, isTwin: true }]
  const clock = createFakeClock()
  const run = createImportRun({ rows, send: hub.send, clock })
  const over = run.start()
  await settle()
  clock.advance(2000)
  await over
  expect(run.state.get().imported).toBe(1)
  expect(run.state.get().failed.map(({ line }) => line)).toEqual([3])
})

it('ends between two chunks when it is cancelled', async () => {
  const hub = playHub()
  const rows = planned(IMPORT_ROWS_MAX * 2)
  const run = createImportRun({ rows, send: hub.send, clock: createFakeClock() })
  const over = run.start()
  run.cancel()
  await over
  const { imported, unsent, unknown } = run.state.get()
  expect([imported, unsent.length, unknown.length]).toEqual([IMPORT_ROWS_MAX, IMPORT_ROWS_MAX, 0])
})

it('tells of rows whose answer never came when it is cancelled while it waits', async () => {
  const hub = playHub()
  hub.losses.push('after')
  const rows = planned(IMPORT_ROWS_MAX + 5)
  const run = createImportRun({ rows, send: hub.send, clock: createFakeClock() })
  const over = run.start()
  await settle()
  run.cancel()
  await over
  const { imported, unsent, unknown } = run.state.get()
  expect([imported, unsent.length, unknown.length]).toEqual([0, 5, IMPORT_ROWS_MAX])
})

it.each([
  [400, 'invalid_input'],
  [401, 'unauthorized'],
  [403, 'forbidden'],
  // Waiting makes no room.
  [507, 'disk_full'],
])('stops at a refusal with %s and keeps the rows', async (status, code) => {
  const send = async () => {
    throw new ApiError({ status, code })
  }
  const run = createImportRun({ rows: planned(2), send, clock: createFakeClock() })
  await run.start()
  const { problem, unsent } = run.state.get()
  expect(problem).toBeInstanceOf(ApiError)
  expect(unsent).toHaveLength(2)
})

it('does not say of rows that they were not sent where only their answer was lost', async () => {
  const failures = [lost(), new ApiError({ status: 401, code: 'unauthorized' })]
  const send = async () => {
    throw failures.shift()
  }
  const clock = createFakeClock()
  const run = createImportRun({ rows: planned(IMPORT_ROWS_MAX + 5), send, clock })
  const over = run.start()
  await settle()
  run.retry()
  await over
  const { problem, unsent, unknown } = run.state.get()
  expect(problem).toMatchObject({ status: 401 })
  expect([unknown.length, unsent.length]).toEqual([IMPORT_ROWS_MAX, 5])
})

it('says so of an answer that nobody can read', async () => {
  const send = async () => {
    throw new ApiError({ status: 200, code: 'bad_response' })
  }
  const run = createImportRun({ rows: planned(2), send, clock: createFakeClock() })
  await run.start()
  expect(run.state.get().unknown).toHaveLength(2)
})

it('counts no vehicle that was there before, though the hub had too many calls at first', async () => {
  const hub = playHub()
  hub.vehicles.set('P0', 'TAG-0')
  const refusals = [new ApiError({ status: 429, code: 'rate_limited' })]
  const send: ImportRunOptions['send'] = async (rows) => {
    const refusal = refusals.shift()
    if (refusal) throw refusal
    return await hub.send(rows)
  }
  const run = createImportRun({ rows: planned(2), send, clock: createFakeClock() })
  const over = run.start()
  await settle()
  run.retry()
  await over
  expect(run.state.get()).toMatchObject({ imported: 1, failed: [{ line: 2 }] })
})

it('loses no row and counts none twice, whatever answers get lost', async () => {
  const loss = fc.constantFrom<'before' | 'after'>('before', 'after')
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 20 }),
      fc.array(loss, { maxLength: 4 }),
      async (plates, losses) => {
        const hub = playHub()
        hub.losses.push(...losses)
        const seen = new Set<number>()
        const rows = plates.map((n, i): PlannedRow => {
          const row = { ...EMPTY, plate: `P${n}`, rfid_tag: `TAG-${n}` }
          const isTwin = seen.has(n)
          seen.add(n)
          return { line: i + 2, row, repeats: null, isTwin }
        })
        const clock = createFakeClock()
        const run = createImportRun({ rows, send: hub.send, clock })
        const over = run.start()
        while (run.state.get().phase !== 'done') {
          await settle()
          clock.advance(30_000)
        }
        await over
        const { imported, failed } = run.state.get()
        expect(imported).toBe(hub.vehicles.size)
        expect(imported + failed.length).toBe(rows.length)
      },
    ),
    { numRuns: runs(50) },
  )
})
