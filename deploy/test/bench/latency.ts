import { PtyCable } from '@vehicle-control/edge/testing/pty-cable'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { openBrowser } from '../rig/browser.ts'
import { Site, until } from '../rig/site.ts'
import { openPrefilled } from '../rig/watched-page.ts'
import { type Figure, percentile } from './table.ts'

const BURSTS = 5
const BURST_READS = 20
const BURST_MS = 2000
const QUIET_MS = 60_000

const wallNow = () => performance.timeOrigin + performance.now()

/** Notes on the page when each tag first stands in the document, by the same clock as ours. */
async function watchRows(page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen: Record<string, number> = {}
    Object.assign(globalThis, { seenAt: seen })
    const note = () => {
      const now = performance.timeOrigin + performance.now()
      for (const [tag] of document.body.innerText.matchAll(/TEST-[A-Z]\d+/g)) seen[tag] ??= now
    }
    new MutationObserver(note).observe(document.body, {
      childList: true,
      subtree: true,
      characterData: true,
    })
  })
}

const seenAt = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { seenAt: Record<string, number> }).seenAt)

interface Run {
  prefix: string
  count: number
  /** Milliseconds until the next read; a burst's are uneven. */
  pauseMs: () => number
}

/** Milliseconds from writing a tag to the port until it stands on the screen. */
async function measure(page: Page, cable: PtyCable, run: Run): Promise<number[]> {
  const written: Record<string, number> = {}
  for (let i = 0; i < run.count; i++) {
    const tag = `TEST-${run.prefix}${i}`
    written[tag] = wallNow()
    cable.write(`${tag}\r\n`)
    await sleep(run.pauseMs())
  }
  const seen = await until('the last row', async () => {
    const now = await seenAt(page)
    return now[`TEST-${run.prefix}${run.count - 1}`] !== undefined && now
  })
  // Rows that were out of the window before the page drew a frame are never in the document.
  return Object.entries(written).flatMap(([tag, at]) => {
    const shown = seen[tag]
    return shown === undefined ? [] : [shown - at]
  })
}

/** Reads that come as vehicles do: none for a minute, then 20 within two seconds. */
async function measureBursts(page: Page, cable: PtyCable): Promise<number[]> {
  const latencies: number[] = []
  for (let burst = 0; burst < BURSTS; burst++) {
    await sleep(QUIET_MS)
    const prefix = `B${burst}0`
    const pauseMs = () => Math.random() * ((2 * BURST_MS) / BURST_READS)
    latencies.push(...(await measure(page, cable, { prefix, count: BURST_READS, pauseMs })))
  }
  return latencies
}

/** From a byte on the serial port to a row on the screen: everything real. */
export async function benchLatency(): Promise<Figure[]> {
  const cable = new PtyCable()
  const site = new Site()
  await cable.plugIn()
  const client = await site.startHub()
  const browser = await openBrowser()
  try {
    const EDGE_ENROLL_TOKEN = await client.enrollToken('bench')
    const readers = [{ id: 'gate', type: 'line', path: cable.readerEnd }]
    const edge = site.startEdge('bench', readers, { EDGE_ENROLL_TOKEN })
    await edge.line((line) => line.msg === 'serial port open')
    await edge.line((line) => line.msg === 'connected to the hub')
    const page = await browser.newPage({ viewport: { width: 1366, height: 1600 } })
    await openPrefilled(page, `${client.url}/login?next=/live-rfid`)
    await page.getByRole('button', { name: 'Entrar' }).click()
    await page.getByText('Esperando lecturas...').waitFor()
    await watchRows(page)
    await measure(page, cable, { prefix: 'W', count: 5, pauseMs: () => 200 })
    const slow = await measure(page, cable, { prefix: 'S', count: 30, pauseMs: () => 1000 })
    const fast = await measure(page, cable, { prefix: 'F', count: 1000, pauseMs: () => 20 })
    const burst = await measureBursts(page, cable)
    const [b50, b99] = [percentile(burst, 50), percentile(burst, 99)]
    const [s50, f50, f99] = [percentile(slow, 50), percentile(fast, 50), percentile(fast, 99)]
    return [
      {
        what: `serial byte → row on screen at 1 read/s (${slow.length} reads)`,
        measured: `p50 ${s50.toFixed(0)} ms, p99 ${percentile(slow, 99).toFixed(0)} ms`,
        goal: 'p50 ≤ 40 ms',
        reached: s50 <= 40,
      },
      {
        what: `serial byte → row on screen, 20 reads within 2 s after a quiet minute (${burst.length} of ${BURSTS * BURST_READS} reads seen)`,
        measured: `p50 ${b50.toFixed(0)} ms, p99 ${b99.toFixed(0)} ms`,
        goal: 'p50 ≤ 25 ms, p99 ≤ 60 ms',
        reached: b50 <= 25 && b99 <= 60,
      },
      {
        what: `serial byte → row on screen at 50 reads/s (${fast.length} of 1000 reads seen)`,
        measured: `p50 ${f50.toFixed(0)} ms, p99 ${f99.toFixed(0)} ms`,
        goal: 'p50 ≤ 55 ms, p99 ≤ 150 ms',
        reached: f50 <= 55 && f99 <= 150,
      },
    ]
  } finally {
    await browser.close()
    await site.end()
    await cable.destroy()
  }
}
