import { randomBytes } from 'node:crypto'
import { type ErrorBody, SitePlanAnswer } from '@vehicle-control/protocol'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createCleanup } from '../../cleanup/cleanup.ts'
import { findPlanPicture } from '../../store/settings/site-plan.ts'
import { createTestHub, silent, type TestHub } from '../../testing/test-hub.ts'

let hub: TestHub
let token: string
beforeEach(async () => {
  hub = await createTestHub()
  token = await hub.tokenOf('superadmin')
})
afterEach(() => hub.close())

const picture = (width = 400, height = 300) =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } })

async function send(bytes: Uint8Array, at = hub, seen = ''): Promise<Response> {
  const raw = new FormData()
  raw.append('image', new File([new Uint8Array(bytes)], 'plano.png', { type: 'image/png' }))
  return at.call('POST', `/api/site-plan/image${seen}`, { token, raw })
}
const answered = async (answer: Response) => SitePlanAnswer.parse(await answer.json()).plan
const refused = async (answer: Response) => {
  const { error, message, issues } = (await answer.json()) as ErrorBody
  return { status: answer.status, error, message, fields: issues?.map(({ path }) => path) }
}
async function uploaded(width?: number, height?: number) {
  const plan = await answered(await send(await picture(width, height).png().toBuffer()))
  if (plan === null) throw new Error('no plan was kept')
  return plan
}
const shown = async (at = hub) => answered(await at.call('GET', '/api/site-plan', { token }))
const image = (id: string, who = token) =>
  hub.call('GET', `/api/site-plan/image/${id}`, { token: who })

const POINTS = [
  { x: 40, y: 60, lat: 4.7121, lon: -74.0733 },
  { x: 360, y: 250, lat: 4.7104, lon: -74.0708 },
]
const place = (version: number, points: object[] = POINTS, at = hub) =>
  at.call('PUT', '/api/site-plan/points', { token, body: { version, points } })
const remove = (seen = '') => hub.call('DELETE', `/api/site-plan${seen}`, { token })

async function marks(...hubs: TestHub[]) {
  const answers = hubs.map((at) => at.call('GET', '/api/map/agents', { token }))
  const bodies = (await Promise.all(answers)).map((answer) => answer.json())
  return ((await Promise.all(bodies)) as { site_plan: unknown }[]).map((one) => one.site_plan)
}
const done = async () => {
  const rows = hub.db.selectFrom('audit_log').select('action').where('action', 'like', 'settings.%')
  return (await rows.orderBy('id').execute()).map(({ action }) => action.replace('settings.', ''))
}

describe('the plan of a site', () => {
  it('is there for nobody before one is sent', async () => {
    expect(await shown()).toBeNull()
  })

  it('is marked at once in the list that maps ask for', async () => {
    expect(await marks(hub)).toEqual([null])
    const { version } = await uploaded()
    await place(version)
    const [placed] = await marks(hub)
    expect(placed).toBeTypeOf('string')
    await uploaded()
    expect(await marks(hub)).toEqual([null])
    await remove()
  })

  it.each(['png', 'jpeg', 'webp'] as const)('in %s is kept, and shown to all', async (format) => {
    const plan = await answered(await send(await picture().toFormat(format).toBuffer()))
    expect(plan).toMatchObject({ width: 400, height: 300, points: null, version: 1 })
    for (const who of [token, await hub.tokenOf('operator'), await hub.tokenOf('operator', true)]) {
      const given = await hub.call('GET', '/api/site-plan', { token: who })
      expect(await answered(given)).toEqual(plan)
      const served = await image(plan?.id ?? '', who)
      expect(Object.fromEntries(served.headers)).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'private, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      })
      const { width, height } = await sharp(await served.arrayBuffer()).metadata()
      expect([width, height]).toEqual([400, 300])
    }
    expect((await image(plan?.id ?? '', '')).status).toBe(401)
  })

  it('is at most 4096 pixels wide or high, and says the size that it has now', async () => {
    const { id, width, height } = await uploaded(5000, 2500)
    expect([width, height]).toEqual([4096, 2048])
    const kept = await sharp(await (await image(id)).arrayBuffer()).metadata()
    expect([kept.width, kept.height]).toEqual([4096, 2048])
  })

  it('stands upright, and says nothing of where it was taken', async () => {
    const exif = { IFD0: { Copyright: 'secret' }, IFD3: { GPSLatitude: '4/1 42/1 0/1' } }
    const bytes = await picture().withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const plan = await answered(await send(bytes))
    expect([plan?.width, plan?.height]).toEqual([300, 400])
    const kept = await sharp(await (await image(plan?.id ?? '')).arrayBuffer()).metadata()
    expect([kept.exif, kept.width, kept.height]).toEqual([undefined, 300, 400])
  })

  it('keeps what can be seen through', async () => {
    const background = { r: 0, g: 0, b: 0, alpha: 0 }
    const clear = sharp({ create: { width: 40, height: 30, channels: 4, background } })
    const plan = await answered(await send(await clear.png().toBuffer()))
    const { channels } = await sharp(await (await image(plan?.id ?? '')).arrayBuffer()).metadata()
    expect(channels).toBe(4)
  })

  it('stays where photos that no asset shows go', async () => {
    const { id } = await uploaded()
    const cleanup = createCleanup({
      db: hub.db,
      log: silent,
      now: () => Date.now() + 25 * 3_600_000,
    })
    await cleanup.start().finally(() => cleanup.stop())
    // It has ended the session as well.
    expect(await findPlanPicture(hub.db, id)).toBeDefined()
  })

  it('of a newer hub, which this one cannot read, counts as none', async () => {
    for (const value of ['{', 'null', '{"version":7,"picture":{"id":"x","floors":[]}}']) {
      await hub.db.deleteFrom('settings').where('key', '=', 'site_plan').execute()
      await hub.db.insertInto('settings').values({ key: 'site_plan', value }).execute()
      expect([await shown(), await marks(hub)]).toEqual([null, [null]])
    }
  })

  it('without its picture, which an older hub took for a photo that nobody shows, counts as none', async () => {
    const { version } = await uploaded()
    await place(version)
    await hub.db.deleteFrom('uploads').execute()
    expect([await shown(), await marks(hub)]).toEqual([null, [null]])
    expect((await place(version + 1)).status).toBe(412)
    expect([(await remove()).status, await done()]).toEqual([200, ['plan_upload', 'plan_place']])
    expect((await uploaded()).version).toBe(3)
  })

  it('takes the place of the one before, whose picture goes', async () => {
    const first = await uploaded()
    await place(first.version)
    const second = await uploaded(200, 100)
    expect(second).toMatchObject({ width: 200, height: 100, points: null, version: 3 })
    expect((await image(first.id)).status).toBe(404)
    expect(await refused(await place(first.version + 1))).toMatchObject({ status: 412 })
  })

  it('is not replaced or removed by who has not seen it, where they say what they saw', async () => {
    const bytes = await picture().png().toBuffer()
    expect((await send(bytes, hub, '?version=0')).status).toBe(201)
    const fresh = await shown()
    const stale = { status: 412, error: 'changed_meanwhile' }
    expect(await refused(await send(bytes, hub, '?version=0'))).toMatchObject(stale)
    expect(await refused(await send(bytes, hub, '?version=2'))).toMatchObject(stale)
    expect(await refused(await remove('?version=0'))).toMatchObject(stale)
    expect([await shown(), await done()]).toEqual([fresh, ['plan_upload']])
    expect((await send(bytes, hub, '?version=1')).status).toBe(201)
    expect((await remove('?version=2')).status).toBe(200)
    const gone = 'Otra persona quitó el plano; sube uno e intenta de nuevo'
    expect(await refused(await remove('?version=2'))).toMatchObject({ ...stale, message: gone })
    expect((await send(bytes, hub, '?version=0')).status).toBe(201)
  })

  it('goes with its picture; another one is not taken for it', async () => {
    const { id, version } = await uploaded()
    await place(version)
    expect(await answered(await remove())).toBeNull()
    expect([await shown(), (await image(id)).status]).toEqual([null, 404])
    expect(await refused(await place(version + 1))).toMatchObject({
      status: 412,
      error: 'changed_meanwhile',
      message: 'Otra persona quitó el plano; sube uno e intenta de nuevo',
    })
    expect((await remove()).status).toBe(200)
    expect(await done()).toEqual(['plan_upload', 'plan_place', 'plan_remove'])
    expect((await uploaded()).version).toBe(4)
  })
})

describe('its picture', () => {
  it('is read once for all who ask at once, who share its bytes, however slowly they read', async () => {
    const { db, readOnly } = hub
    let reads = 0
    const counted = readOnly.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (result.rows.some((row) => 'content' in row)) reads++
        return result
      },
    })
    const other = await createTestHub({ db, readOnly: counted })
    // Of noise, which is many times a slice.
    const noise = sharp(randomBytes(900 * 900 * 3), {
      raw: { width: 900, height: 900, channels: 3 },
    })
    const plan = await answered(await send(await noise.png().toBuffer()))
    const path = `/api/site-plan/image/${plan?.id}`
    const ask = () => other.call('GET', path, { token, declared: false })
    const answers = await Promise.all(Array.from({ length: 40 }, ask))
    const readers = answers.map(({ body }) => (body as ReadableStream<Uint8Array>).getReader())
    const first = await Promise.all(readers.map((reader) => reader.read()))
    expect(new Set(first.map(({ value }) => value?.buffer)).size).toBe(1)
    expect(reads).toBe(1)
    const kept = await (await ask()).arrayBuffer()
    expect(first[0]?.value?.length).toBeLessThan(kept.byteLength / 2)
    expect((await sharp(kept).metadata()).width).toBe(900)
    await remove()
    expect((await ask()).status).toBe(404)
    await other.close()
  })

  it('is none of the photos', async () => {
    const { id } = await uploaded()
    expect((await hub.call('GET', `/api/photos/plan-${id}`, { token })).status).toBe(404)
  })

  it('is read again where it could not be read', async () => {
    const { db, readOnly } = hub
    const faults = [new Error('away')]
    const failing = readOnly.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        const fault = result.rows.some((row) => 'content' in row) && faults.pop()
        if (fault) throw fault
        return result
      },
    })
    const other = await createTestHub({ db, readOnly: failing })
    const { id } = await uploaded()
    const ask = async () =>
      (await other.call('GET', `/api/site-plan/image/${id}`, { token, declared: false })).status
    expect([await ask(), await ask()]).toEqual([500, 200])
    await other.close()
  })
})

describe('what is no plan', () => {
  const svg = Buffer.from(
    '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
  )
  it.each([
    ['SVG', svg, 'El archivo es SVG; guárdalo como PNG, JPEG o WebP'],
    ['PDF', Buffer.from('%PDF-1.7\n%âãÏÓ\n'), 'El archivo es PDF; guárdalo como PNG, JPEG o WebP'],
    [
      'HEIC',
      Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0mif1heic'),
      'El archivo es HEIC; guárdalo como PNG, JPEG o WebP',
    ],
    ['text', Buffer.from('hola'), 'El archivo no es una imagen PNG, JPEG o WebP, o está dañado'],
    ['nothing', Buffer.alloc(0), 'El archivo no es una imagen PNG, JPEG o WebP, o está dañado'],
  ])('such as %s that is named .png is refused in words', async (_, bytes, message) => {
    const refusal = { status: 400, error: 'invalid_input', message, fields: ['image'] }
    expect(await refused(await send(bytes))).toEqual(refusal)
  })

  it('such as half a picture is refused', async () => {
    const bytes = await picture(400, 400).png().toBuffer()
    expect((await send(bytes.subarray(0, bytes.length / 2))).status).toBe(400)
  })

  it('such as a picture of 56 megapixels is refused before it is decoded', async () => {
    const bomb = await picture(8000, 7000).png({ compressionLevel: 9 }).toBuffer()
    const message = 'El plano tiene demasiados píxeles; reduce su tamaño'
    expect(await refused(await send(bomb))).toMatchObject({ status: 413, message })
  })

  it('such as a picture that is too deep for the memory is refused before it is decoded', async () => {
    const deep = await picture(7000, 5000).toColourspace('rgb16').png().toBuffer()
    const message =
      'El plano tiene 16 bits por color y demasiados píxeles; guárdalo con 8 bits por color, o reduce su tamaño'
    expect(await refused(await send(deep))).toMatchObject({
      status: 413,
      error: 'too_large',
      message,
    })
  })

  it('is not one of 16 bits that fits', async () => {
    const deep = await picture(400, 300).toColourspace('rgb16').png().toBuffer()
    expect((await sharp(deep).metadata()).depth).toBe('ushort')
    expect((await send(deep)).status).toBe(201)
  })

  it('such as 40 MB is refused in words', async () => {
    const message = 'El archivo supera 10 MB; reduce su tamaño'
    const answer = await send(new Uint8Array(40 * 1024 ** 2))
    expect(await refused(answer)).toMatchObject({ status: 413, error: 'too_large', message })
  })

  it('leaves the plan that is there, and no entry', async () => {
    const plan = await uploaded()
    await send(svg)
    expect([await shown(), await done()]).toEqual([plan, ['plan_upload']])
  })
})

describe('its two points', () => {
  it('place it, and can be set anew', async () => {
    const { version } = await uploaded()
    const placed = await answered(await place(version))
    expect(placed).toMatchObject({ points: POINTS, version: version + 1 })
    expect(await shown()).toEqual(placed)
    const turned = POINTS.toReversed()
    expect(await answered(await place(version + 1, turned))).toMatchObject({ points: turned })
    const entry = await hub.db
      .selectFrom('audit_log')
      .select(['actor', 'target', 'detail'])
      .where('action', '=', 'settings.plan_place')
      .orderBy('id')
      .executeTakeFirstOrThrow()
    expect([entry.actor, entry.target]).toEqual(['superadmin@test.co', 'site_plan'])
    const points = '40,60 = 4.7121,-74.0733; 360,250 = 4.7104,-74.0708'
    expect(JSON.parse(entry.detail ?? '')).toEqual({ points, points_was: null })
  })

  it('are those of one of two who place it at once, whichever hubs they ask', async () => {
    const { version } = await uploaded()
    const { db, readOnly } = hub
    const other = await createTestHub({ db, readOnly })
    const mine = [{ ...POINTS[0], x: 41 }, { ...POINTS[1] }]
    const answers = await Promise.all([place(version, mine), place(version, POINTS, other)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412])
    const [won] = answers.filter(({ ok }) => ok)
    expect(await shown()).toEqual(won && (await answered(won)))
    expect(await shown(other)).toEqual(await shown())
    expect(await done()).toEqual(['plan_upload', 'plan_place'])
    await other.close()
  })

  it.each([
    ['equal', [POINTS[0], POINTS[0]], /casi en el mismo sitio del plano/],
    ['at one place', [POINTS[0], { ...POINTS[0], x: 390 }], /casi las mismas coordenadas/],
    ['outside the picture', [POINTS[0], { ...POINTS[1], x: 401 }], /fuera del plano/],
    ['around the world', [POINTS[0], { ...POINTS[1], lon: 100 }], /más de 100 km/],
    ['at the pole', [POINTS[0], { ...POINTS[1], lat: 89 }], /entre -85 y 85/],
  ])('are refused where they are %s', async (_, points, message) => {
    const { version } = await uploaded()
    const refusal = await refused(await place(version, points as object[]))
    expect(refusal).toMatchObject({ status: 400, fields: ['points'] })
    expect(refusal.message).toMatch(message)
    expect((await shown())?.points).toBeNull()
  })

  it('may lie on both sides of 180° of longitude', async () => {
    const { version } = await uploaded()
    const fiji = [
      { x: 40, y: 60, lat: -16.8, lon: 179.999 },
      { x: 360, y: 60, lat: -16.8, lon: -179.999 },
    ]
    expect((await place(version, fiji)).status).toBe(200)
  })
})

it('is known by the map from its next list on: each change has another mark, at every hub', async () => {
  // Each has just been opened: no answer of before is shared.
  const seen = async () => {
    const { db, readOnly } = hub
    const hubs = [await createTestHub({ db, readOnly }), await createTestHub({ db, readOnly })]
    const [a, b] = await marks(...hubs)
    for (const one of hubs) await one.close()
    expect(a).toBe(b)
    return a
  }
  expect(await seen()).toBeNull()
  const { id, version } = await uploaded()
  expect(await seen()).toBeNull()
  await place(version)
  expect(await seen()).toBe(`${id}-${version + 1}`)
  await place(version + 1, POINTS.toReversed())
  expect(await seen()).toBe(`${id}-${version + 2}`)
  await remove()
  expect(await seen()).toBeNull()
})
