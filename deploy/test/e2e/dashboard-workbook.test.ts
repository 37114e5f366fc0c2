import { readFileSync } from 'node:fs'
import { strFromU8, unzipSync } from 'fflate'
import { beforeEach, expect, it } from 'vitest'
import { DashboardRig } from '../rig/dashboard-rig.ts'
import { eachOnItsPage } from '../rig/page-rig.ts'

const READS = 3000

const rig = eachOnItsPage(new DashboardRig(READS))
const files: string[] = []
beforeEach(async () => {
  files.length = 0
  rig.page.on('download', (file) => files.push(file.suggestedFilename()))
  await rig.dashboard('?range=30d')
})

/** The next answer of 20,000 rows stops half way; what is given back breaks it off. */
async function holdHalfWay(): Promise<() => Promise<void>> {
  await rig.page.evaluate(() => {
    const whole = globalThis.fetch
    globalThis.fetch = async (target, init) => {
      const answer = await whole(target, init)
      if (!answer.url.includes('limit=20000')) return answer
      globalThis.fetch = whole
      const bytes = new Uint8Array(await answer.arrayBuffer())
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(bytes.slice(0, bytes.length / 2))
          const breakOff = () => controller.error(new TypeError('network error'))
          Reflect.set(globalThis, 'breakOff', breakOff)
          init?.signal?.addEventListener('abort', () => controller.error(init.signal?.reason))
        },
      })
      return new Response(body, { headers: answer.headers })
    }
  })
  return () => rig.page.evaluate(() => Reflect.get(globalThis, 'breakOff')())
}

/** A workbook that is whole is the only file of the test. */
async function saveWhole(): Promise<void> {
  const download = rig.page.waitForEvent('download')
  await rig.button('XLSX').click()
  const file = await download
  const book = unzipSync(readFileSync(await file.path()))
  const sheet = strFromU8(book['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
  expect(sheet.match(/<row /g)?.length).toBeGreaterThan(READS)
  expect(files).toEqual([file.suggestedFilename()])
}

const isHalfWay = () => rig.page.getByText(/^[\d.]+ de 3\.\d{3}$/).waitFor()

it('is cancelled half way without a file, and made the next time', async () => {
  await holdHalfWay()
  await rig.button('XLSX').click()
  await isHalfWay()
  await rig.button('Cancelar').click()
  await rig.page.getByText('Exportación cancelada.').waitFor()
  await saveWhole()
})

it('is given up when the hub goes away half way, and made when it is back', async () => {
  const breakOff = await holdHalfWay()
  await rig.button('XLSX').click()
  await isHalfWay()
  await breakOff()
  await rig.alert('Error exportando (ver consola).').waitFor()
  await saveWhole()
})

it('is cancelled also while the hub does not say how the site is called', async () => {
  const isConfig = (url: URL) => url.pathname === '/api/public-config'
  await rig.page.route(isConfig, () => {
    // Held until the page gives up.
  })
  const asked = rig.page.waitForRequest((request) => isConfig(new URL(request.url())))
  await rig.button('XLSX').click()
  await asked
  await rig.button('Cancelar').click()
  await rig.page.getByText('Exportación cancelada.').waitFor({ timeout: 5000 })
  await rig.page.unroute(isConfig)
  await saveWhole()
})
