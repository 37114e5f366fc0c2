import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import type { HubClient } from '../../local/hub-process.ts'
import { leftBehind } from '../rig/left-behind.ts'
import { LiveAgent } from '../rig/live-agent.ts'
import { eachOnItsPage, PageRig } from '../rig/page-rig.ts'
import { until } from '../rig/site.ts'
import { logIn, stored, waitForPrefilled } from '../rig/watched-page.ts'

const ana = { email: 'ana@ejemplo.co', name: 'Ana Ruiz', password: 'first one', role: 'admin' }
const planted = {
  plate: 'PLT907',
  model: 'Modelo Sembrado',
  owner: 'Dueña Sembrada',
  rfid_tag: 'SEMBRADO-1',
}
const UNKNOWN_TAG = 'SEMBRADO-2'
const WORDS = [planted.plate, planted.owner, planted.model, 'SEMBRADO']

let client: HubClient
let agent: LiveAgent
const rig = new PageRig(async (site) => {
  client = await site.startHub()
  await client.post('/api/users', ana)
  await client.post('/api/vehicles', planted)
  agent = await LiveAgent.open(client, 'porton-1', { name: 'Portón 1', location: 'Entrada' })
  return client
})
eachOnItsPage(rig, { isNew: true })
let page: Page
beforeEach(() => void (page = rig.page))

const button = (name: string, on = page) => on.getByRole('button', { name, exact: true })
const rowOf = (tag: string, on = page) =>
  on.getByRole('row').filter({ has: on.getByRole('cell', { name: tag, exact: true }) })

/** What the hub answers to somebody with this token. */
async function statusOf(token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` }
  return (await fetch(`${client.url}/api/auth/me`, { headers })).status
}

/** Has the planted words wherever the app shows or keeps something. */
async function leaveTraces(): Promise<void> {
  await logIn(page, `/dashboard?plate=${planted.plate}`, ana)
  await agent.read([planted.rfid_tag, UNKNOWN_TAG])
  await page.goto(`/admin?q=${planted.plate}`)
  await page.getByRole('cell', { name: planted.owner }).waitFor()
  await page.goto('/live-rfid')
  await rowOf(planted.rfid_tag).first().waitFor()
  await page.getByLabel('Texto', { exact: true }).fill(planted.plate)
  await page.waitForURL(`**/live-rfid?q=${planted.plate}`)
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await page.getByLabel('Placa', { exact: true }).fill(planted.plate)
  await page.waitForURL(`**/dashboard?plate=${planted.plate}`)
  await page.getByRole('link', { name: 'RFID Tiempo Real' }).click()
  await rowOf(planted.rfid_tag).first().waitFor()
  await agent.read([planted.rfid_tag, UNKNOWN_TAG])
  await until('the day in storage', async () =>
    (await leftBehind(page, WORDS)).some((place) => place.startsWith('local storage live_rfid_2')),
  )
}

/** Goes back as far as this tab can, and says what it showed on the way. */
async function seenOnTheWayBack(): Promise<string[]> {
  const seen: string[] = []
  const steps = await page.evaluate(() => history.length)
  for (let step = 1; step < steps; step++) {
    await page.goBack({ waitUntil: 'commit' })
    if (page.url() === 'about:blank') break
    await waitForPrefilled(page)
    expect(new URL(page.url()).pathname).toBe('/login')
    seen.push(...(await leftBehind(page, WORDS)))
  }
  return seen
}

/** As if so many days had passed since. */
function makeDeletionsOlder(days: number): Promise<void> {
  return page.evaluate(async (ms) => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve) =>
        request.addEventListener('success', () => resolve(request.result)),
      )
    const database = await done(indexedDB.open('live-rfid-deletions'))
    const store = database.transaction('deletions', 'readwrite').objectStore('deletions')
    const list: { deletedAt: number }[] = await done(store.get('list'))
    const older = list.map((record) => ({ ...record, deletedAt: record.deletedAt - ms }))
    await done(store.put(older, 'list'))
    database.close()
  }, days * 86_400_000)
}

async function removeDay(): Promise<void> {
  await button('Borrar Día').click()
  await button('Sí, eliminar').click()
  await page.getByText('Esperando lecturas...').waitFor()
}

async function openDeletions() {
  await button('Ver eliminados').click()
  const panel = page.getByRole('dialog', { name: 'Registros eliminados (local)' })
  await panel.waitFor()
  return panel
}

describe('the records of what somebody removed', () => {
  const eva = { email: 'eva@ejemplo.co', name: 'Eva Paz', password: 'second one', role: 'operator' }

  it('stay for that person alone, and for 30 days', async () => {
    await client.post('/api/users', eva)
    await logIn(page, '/live-rfid', ana)
    await agent.read([planted.rfid_tag])
    await rowOf(planted.rfid_tag).first().waitFor()
    await removeDay()
    await button('Salir').click()
    await waitForPrefilled(page)
    const places = new Set((await leftBehind(page, WORDS)).map((place) => place.split(':')[0]))
    expect([...places]).toEqual(['database live-rfid-deletions deletions'])

    await logIn(page, '/live-rfid', eva)
    await (await openDeletions()).getByText('No hay eliminaciones registradas.').waitFor()
    expect(await page.getByText(planted.plate).count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await button('Salir').click()
    await waitForPrefilled(page)

    await logIn(page, '/live-rfid', ana)
    const panel = await openDeletions()
    await panel.getByRole('button', { name: 'Ver detalle' }).click()
    await panel.getByRole('cell', { name: planted.plate }).waitFor()
    await page.keyboard.press('Escape')
    await button('Salir').click()
    await waitForPrefilled(page)

    await makeDeletionsOlder(31)
    await page.reload()
    await until('the old record to go', async () => (await leftBehind(page, WORDS)).length === 0)
  })
})

describe('nothing of the reads is in the browser', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['«Salir»', () => button('Salir').click()],
    [
      'the hub ended the session',
      async () => {
        const token = (await stored(page, 'token')) ?? ''
        await fetch(`${client.url}/api/auth/logout`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}` },
        })
      },
    ],
    [
      '«Salir» in another tab',
      async () => {
        const other = await rig.context.newPage()
        await other.goto('/live-rfid')
        await rowOf(planted.rfid_tag, other).first().waitFor()
        await button('Salir', other).click()
        await other.waitForURL('**/login')
        await other.close()
      },
    ],
    [
      '«Salir» while the hub was away',
      async () => {
        const token = (await stored(page, 'token')) ?? ''
        expect(await statusOf(token)).toBe(200)
        await rig.context.setOffline(true)
        await button('Salir').click()
        await page.waitForURL('**/login')
        await rig.context.setOffline(false)
        await page.reload()
        await until('the end at the hub', async () => (await statusOf(token)) === 401)
      },
    ],
  ])('after %s', async (_, end) => {
    await leaveTraces()
    await end()
    await page.waitForURL((url) => url.pathname === '/login')
    await waitForPrefilled(page)
    expect(await leftBehind(page, WORDS)).toEqual([])
    expect(await seenOnTheWayBack()).toEqual([])
  })
})

describe('what was open beside the app', () => {
  it('is gone too: a report in a window of its own', async () => {
    await leaveTraces()
    const report = await rig.context.newPage()
    await report.goto('/report?of=live')
    await report.getByRole('cell', { name: planted.owner }).first().waitFor()
    await button('Salir').click()
    await report.waitForURL((url) => url.pathname === '/login')
    await waitForPrefilled(report)
    expect(await leftBehind(report, WORDS)).toEqual([])
  })

  it('is not shown again: a page that the browser held ready for «Atrás»', async () => {
    await leaveTraces()
    // As a page that heard nothing of the other one's logout comes back.
    await page.evaluate(() => {
      for (const key of ['token', 'authToken', 'user']) localStorage.removeItem(key)
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    })
    await page.waitForURL((url) => url.pathname === '/login')
    await waitForPrefilled(page)
    expect(await leftBehind(page, WORDS)).toEqual([])
  })

  it('is forgotten at the next start: a browser that was closed while the session ran out', async () => {
    await leaveTraces()
    const kept = await rig.context.storageState()
    expect(JSON.stringify(kept)).toContain(planted.owner)
    const token = (await stored(page, 'token')) ?? ''
    await rig.context.close()
    const headers = { authorization: `Bearer ${token}` }
    await fetch(`${client.url}/api/auth/logout`, { method: 'POST', headers })
    await rig.openPage({ storageState: kept })
    page = rig.page
    await page.goto('/')
    await page.waitForURL((url) => url.pathname === '/login')
    await waitForPrefilled(page)
    expect(await leftBehind(page, WORDS)).toEqual([])
  })

  it('has no copy in the browser: a photo', async () => {
    await logIn(page, '/map', ana)
    const photo = await page.evaluate(
      async (token) => {
        const canvas = Object.assign(document.createElement('canvas'), { width: 8, height: 8 })
        const image = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
        const body = new FormData()
        body.set('image', image ?? '')
        const headers = { authorization: `Bearer ${token}` }
        const answer = await fetch('/api/upload/image', { method: 'POST', headers, body })
        const { url } = (await answer.json()) as { url: string }
        await (await fetch(url)).blob()
        return url
      },
      await stored(page, 'token'),
    )
    const statusIn = (cache: RequestCache) =>
      page.evaluate(
        async ([url, from]) => {
          const only = from === 'only-if-cached' ? { mode: 'same-origin' as const } : {}
          // A browser that has no copy fails.
          return fetch(url, { cache: from, ...only }).then(
            ({ status }) => status,
            () => null,
          )
        },
        [photo, cache] as const,
      )
    expect([await statusIn('default'), await statusIn('only-if-cached')]).toEqual([200, 200])
    await button('Salir').click()
    await waitForPrefilled(page)
    await until('the copy to go', async () => (await statusIn('only-if-cached')) !== 200)
    expect(await statusIn('default')).toBe(401)
  })
})
