import type { SitePlanAnswer } from '@vehicle-control/protocol'
import { afterEach, expect, it } from 'vitest'
import { MapRig, PLACES } from '../rig/map-rig.ts'
import { eachOnItsPage, itOnce } from '../rig/page-rig.ts'

const rig = eachOnItsPage(new MapRig())
afterEach(() => remove())

const [GATE, STORE] = PLACES
/** Where both stand in the picture. */
const POINTS = [
  { x: 36, y: 3, lat: GATE.lat, lon: GATE.lng },
  { x: 8, y: 21, lat: STORE.lat, lon: STORE.lng },
]
/** 40 pixels by 30. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAACgAAAAeCAMAAABpA6zvAAAAA1BMVEUAgIBxQSaxAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEklEQVQ4jWNgGAWjYBSMguEAAATOAAE9WQaqAAAAAElFTkSuQmCC',
  'base64',
)

/** Calls the hub as its superadmin. */
async function call(method: string, path: string, body: FormData | null = null) {
  const headers = { authorization: `Bearer ${rig.client.token}` }
  const answer = await fetch(`${rig.client.url}${path}`, { method, headers, body })
  return ((await answer.json()) as SitePlanAnswer).plan
}
async function upload(): Promise<number> {
  const form = new FormData()
  form.set('image', new Blob([PICTURE]), 'plano.png')
  return (await call('POST', '/api/site-plan/image', form))?.version ?? 0
}
const remove = () => call('DELETE', '/api/site-plan')
const place = (version: number, points = POINTS) =>
  rig.client.put('/api/site-plan/points', { version, points })

const plan = () => rig.page.locator('.leaflet-plan-pane img')
const note = () => rig.page.getByText('Las calles no cargan: se ve un mapa sin ellas')

/** How far a point of the picture is from its agent's marker, in pixels of the screen. */
async function missed({ x, y }: { x: number; y: number }, name: string): Promise<number> {
  const picture = await plan().evaluate(
    (img, at) => {
      const { x: left, y: top } = new DOMMatrix(getComputedStyle(img).transform).transformPoint(at)
      return { left, top }
    },
    { x, y },
  )
  const marker = await rig.markerOf(name).evaluate((mark) => {
    const { e: left, f: top } = new DOMMatrix(getComputedStyle(mark).transform)
    return { left, top }
  })
  return Math.hypot(picture.left - marker.left, picture.top - marker.top)
}

async function expectInPlace(points = POINTS): Promise<void> {
  const names = [GATE.name, STORE.name]
  await expect
    .poll(async () => {
      const far = points.map((point, i) => missed(point, names[i] ?? ''))
      return Math.max(...(await Promise.all(far)))
    })
    .toBeLessThan(1.5)
}

it('lies under the markers where its points put it, at every zoom, and loads its code only then', async () => {
  const asked: string[] = []
  rig.page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await rig.map('?refresh=5')
  expect(asked.filter((path) => /SitePlan|site-plan/.test(path))).toEqual([])
  const version = await upload()
  await place(version)
  // Without a reload.
  await plan().waitFor({ state: 'attached' })
  await expectInPlace()
  for (const name of ['Acercar', 'Alejar']) {
    await rig.page.getByRole('button', { name }).click()
    await expectInPlace()
  }
  const turned = POINTS.map(({ x, y, ...where }) => ({ ...where, x: 40 - x, y: 30 - y }))
  await place(version + 1, turned)
  await expectInPlace(turned)
  await remove()
  await plan().waitFor({ state: 'detached' })
})

itOnce('is the map where no tile comes: nothing says that there are no streets', async () => {
  await rig.answerTiles((route) => route.fulfill({ status: 204 }))
  await place(await upload())
  await rig.map()
  await plan().waitFor({ state: 'attached' })
  await rig.page.getByRole('button', { name: 'Acercar' }).click()
  await expectInPlace()
  expect(await note().count()).toBe(0)
})

it('is on the map of a wall', async () => {
  await place(await upload())
  await rig.map('?kiosk=1')
  await plan().waitFor({ state: 'attached' })
  await expectInPlace()
})
