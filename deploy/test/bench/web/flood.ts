import type { Page } from 'playwright-core'
import type { HubClient } from '../../../local/hub-process.ts'
import { openBrowser } from '../../rig/browser.ts'
import { Site, until } from '../../rig/site.ts'
import { openPrefilled } from '../../rig/watched-page.ts'
import type { Figure } from '../table.ts'
import { framesFigure, longestTaskFigure, takePace, untilQuiet, watchPace } from './pace.ts'
import { SteadyAgent } from './steady-agent.ts'

const BATCHES = 80
const FLOOD = {
  entries: 50,
  everyMs: 100,
  uidOf: (n: number) => `E2003412${n.toString(16).padStart(16, '0').toUpperCase()}`,
}
/** Batches that fill the empty screen: the start of a flood, measured by itself. */
const FIRST_BATCHES = 5
const TOTAL = BATCHES * FLOOD.entries
const SLOW_DOWN = 4
const LONGEST_TASK_MS = 50
/** Once, as the table comes up: nobody can have touched a row by then. */
const FIRST_ROWS_MS = 100

/** Logs in on the way to the live screen, and waits until it is live. */
export async function openLive(client: HubClient, page: Page): Promise<void> {
  await openPrefilled(page, `${client.url}/login?next=/live-rfid`)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.getByText('En vivo').waitFor()
}

/** The badge's count, once that is enough or nothing more can be on its way. */
export async function countedReads(page: Page, enough: number): Promise<number> {
  let count = 0
  const look = async () => {
    const text = await page.locator('dt', { hasText: 'Lecturas hoy' }).locator('+ dd').textContent()
    count = Number(text?.replace(/\D/g, ''))
    return count >= enough
  }
  await until('the last reads', look, 10_000).catch(() => {
    // Then fewer were counted: the figure says so.
  })
  return count
}

/** The live screen while 500 events arrive in a second. */
export async function benchFlood(): Promise<Figure[]> {
  const site = new Site()
  const client = await site.startHub()
  const browser = await openBrowser()
  try {
    const agent = await SteadyAgent.open(client, 'flood')
    const page = await browser.newPage({
      viewport: { width: 1366, height: 768 },
      serviceWorkers: 'block',
    })
    await watchPace(page)
    await openLive(client, page)
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN })
    // The controls come after the first drawing: their loading is no part of the rows'.
    await untilQuiet(page)
    await takePace(page)
    await agent.send({ ...FLOOD, batches: FIRST_BATCHES })
    await countedReads(page, FIRST_BATCHES * FLOOD.entries)
    const first = await takePace(page)
    await agent.send({ ...FLOOD, batches: BATCHES - FIRST_BATCHES })
    const { fps, longestTaskMs } = await takePace(page)
    const counted = await countedReads(page, TOTAL)
    agent.close()
    const what = `live screen at 500 events/s, CPU ${SLOW_DOWN}×`
    return [
      framesFigure(what, fps),
      longestTaskFigure(what, longestTaskMs, LONGEST_TASK_MS),
      longestTaskFigure(
        `${what}, the first rows on the empty screen`,
        first.longestTaskMs,
        FIRST_ROWS_MS,
      ),
      {
        what: `${what}, events counted`,
        measured: `${counted} of ${TOTAL}`,
        goal: 'all',
        reached: counted === TOTAL,
      },
    ]
  } finally {
    await browser.close()
    await site.end()
  }
}
