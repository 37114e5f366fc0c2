import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createCleanup } from '../../cleanup/cleanup.ts'
import { createAssets } from '../../store/assets/assets.ts'
import { photoUrl } from '../../store/assets/uploads.ts'
import { createTestHub, silent, type TestHub } from '../../testing/test-hub.ts'

let hub: TestHub
let token = ''
beforeEach(async () => {
  hub = await createTestHub()
  token = await hub.tokenOf('admin')
})
afterEach(() => hub.close())

async function upload(bytes: Uint8Array, field = 'image', name = 'foto.jpg'): Promise<Response> {
  const body = new FormData()
  body.append(field, new File([new Uint8Array(bytes)], name))
  const headers = { authorization: `Bearer ${token}` }
  return hub.app.request('/api/upload/image', { method: 'POST', body, headers })
}
const picture = (width = 40, height = 20) =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } })
const urlOf = async (response: Response) => ((await response.json()) as { url: string }).url

describe('a photo', () => {
  it.each(['jpeg', 'png', 'webp'] as const)('in %s is kept and served', async (format) => {
    const response = await upload(await picture().toFormat(format).toBuffer())
    expect(response.status).toBe(201)
    const url = await urlOf(response)
    expect(url).toMatch(/^\/api\/photos\/[0-9a-f]{32}\.webp$/)
    const served = await hub.call('GET', url, { token })
    expect(served.headers.get('content-type')).toBe('image/webp')
    const name = url.split('/').at(-1)
    expect(served.headers.get('content-disposition')).toBe(`inline; filename="${name}"`)
    const { width, height } = await sharp(await served.arrayBuffer()).metadata()
    expect([width, height]).toEqual([40, 20])
  })

  it('is kept by a browser, which asks each time whether it may still show it', async () => {
    const url = await urlOf(await upload(await picture().png().toBuffer()))
    const served = await hub.call('GET', url, { token })
    expect(served.headers.get('cache-control')).toBe('private, no-cache')
    const headers = { 'if-none-match': served.headers.get('etag') ?? '' }
    const again = await hub.call('GET', url, { token, headers })
    expect([again.status, await again.text()]).toEqual([304, ''])
    expect(again.headers.get('cache-control')).toBe('private, no-cache')
    await hub.call('POST', '/api/auth/logout', { token })
    expect((await hub.call('GET', url, { token, headers })).status).toBe(401)
  })

  it('loses where it was taken, and stands upright', async () => {
    const exif = { IFD0: { Copyright: 'secret' }, IFD3: { GPSLatitude: '4/1 42/1 0/1' } }
    const bytes = await picture().withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const served = await hub.call('GET', await urlOf(await upload(bytes)), { token })
    const kept = await sharp(await served.arrayBuffer()).metadata()
    expect(kept.exif).toBeUndefined()
    expect([kept.width, kept.height]).toEqual([20, 40])
  })

  it('is no larger than a screen needs', async () => {
    const served = await hub.call(
      'GET',
      await urlOf(await upload(await picture(3000, 1500).png().toBuffer())),
      { token },
    )
    expect((await sharp(await served.arrayBuffer()).metadata()).width).toBe(1600)
  })
})

describe('what is no photo', () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
  it.each([
    ['an SVG', svg],
    ['an SVG that calls itself a JPEG', svg],
    ['text', Buffer.from('hola')],
    ['nothing', Buffer.alloc(0)],
    ['a PDF', Buffer.from('%PDF-1.7\n%âãÏÓ\n')],
  ])('such as %s is refused', async (_, bytes) => {
    const response = await upload(bytes)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: 'invalid_input' })
  })

  it.each(['heic', 'heix', 'mif1'])('such as an iPhone writes (%s) is named', async (brand) => {
    const box = [
      0,
      0,
      0,
      24,
      ...Buffer.from(`ftyp${brand}`),
      0,
      0,
      0,
      0,
      ...Buffer.from('mif1heic'),
    ]
    const response = await upload(Buffer.from(box))
    const message = 'La foto está en formato HEIC; guárdala como JPEG'
    expect([response.status, await response.json()]).toMatchObject([400, { message }])
  })

  it('such as half a photo is refused', async () => {
    const bytes = await picture(400, 400).png().toBuffer()
    expect((await upload(bytes.subarray(0, bytes.length / 2))).status).toBe(400)
  })

  it('such as a picture of 100 megapixels is refused before it is decoded', async () => {
    const bomb = await picture(10_000, 10_000).png({ compressionLevel: 9 }).toBuffer()
    const response = await upload(bomb)
    expect(response.status).toBe(413)
    expect(await response.json()).toMatchObject({ error: 'too_large' })
  })

  it('such as a form without the field, or a body over 5 MB, is refused', async () => {
    expect((await upload(await picture().png().toBuffer(), 'file')).status).toBe(400)
    expect((await upload(new Uint8Array(5.5 * 1024 * 1024))).status).toBe(413)
  })

  it('leaves nothing behind', async () => {
    await upload(svg)
    expect(await hub.db.selectFrom('uploads').select('name').execute()).toEqual([])
  })
})

it('is answered 404 for names that are none', async () => {
  for (const name of ['x.webp', `${'a'.repeat(32)}.webp`, '..%2fhub.db', `${'a'.repeat(32)}.png`]) {
    expect([400, 404]).toContain((await hub.call('GET', `/api/photos/${name}`, { token })).status)
  }
})

it('is for administrators to send', async () => {
  token = await hub.tokenOf('operator')
  expect((await upload(await picture().png().toBuffer())).status).toBe(403)
})

it('goes after a day when no asset shows it', async () => {
  await upload(await picture().png().toBuffer())
  const shown = await urlOf(await upload(await picture().png().toBuffer()))
  const asset = {
    type: 'product' as const,
    rfid_tag: 'TEST-1',
    plate: null,
    name: 'x',
    owner: null,
  }
  await createAssets(hub.db, [{ ...asset, location: null, photo_url: null }], Date.now())
  await hub.db.updateTable('assets').set({ photo_url: shown }).execute()
  const clean = (at: number) => {
    const cleanup = createCleanup({ db: hub.db, log: silent, now: () => at })
    return cleanup.start().finally(() => cleanup.stop())
  }
  const kept = async () => {
    const rows = await hub.db.selectFrom('uploads').select('name').execute()
    return rows.map(({ name }) => photoUrl(name))
  }
  await clean(Date.now() + 23 * 3_600_000)
  expect(await kept()).toHaveLength(2)
  await clean(Date.now() + 25 * 3_600_000)
  expect(await kept()).toEqual([shown])
})
