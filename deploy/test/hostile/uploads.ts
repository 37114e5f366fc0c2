import { PHOTO_MAX_BYTES, PHOTO_SIDE_MAX } from '@vehicle-control/protocol'
import sharp from 'sharp'
import { answerFaults } from './answer-faults.ts'
import type { Chance } from './chance.ts'
import { avif, gif, heic, photoOf, pixelFlood, SCRIPT } from './pictures.ts'
import type { Attempt } from './tally.ts'
import type { Target } from './target.ts'

const NAMES = [
  'foto.jpg',
  '../../hub.db',
  'x.html',
  'x.php\u0000.jpg',
  '"; filename="y.svg',
  'a\r\nX-Injected: 1',
  '',
  'x'.repeat(5000),
  '=1+1.jpg',
  'ñandú 😀.png',
]
const TYPES = [
  'image/jpeg',
  'image/png',
  'image/svg+xml',
  'text/html',
  'application/x-php',
  'image/jpeg\r\nX-Injected: 1',
  '',
]

/** Sends as photos what is none, more than one, or too much, and looks at what is served of it. */
export async function openUploads(target: Target) {
  const token = await target.tokenOf('clerk')
  const photos = await Promise.all((['jpeg', 'png', 'webp'] as const).map(photoOf))
  const flood = pixelFlood(20_000)

  function bytesOf(chance: Chance): Buffer {
    const photo = chance.pick(photos)
    switch (chance.below(12)) {
      case 0:
        return photo.subarray(0, chance.below(photo.length))
      case 1: {
        const broken = Buffer.from(photo)
        for (let i = chance.below(20); i >= 0; i--)
          broken[chance.below(broken.length)] = chance.below(256)
        return broken
      }
      case 2:
        return Buffer.concat([photo, Buffer.from(SCRIPT)])
      case 3:
        return Buffer.concat([Buffer.from(SCRIPT), photo])
      case 4:
        return Buffer.from(
          `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><image href="file:///etc/passwd"/></svg>`,
        )
      case 5:
        return Buffer.from(SCRIPT)
      case 6:
        return flood
      case 7:
        return chance.pick([gif(65_535), heic(), avif()])
      case 8:
        return chance.bytes(chance.below(2000))
      case 9:
        return Buffer.alloc(PHOTO_MAX_BYTES + 1 + chance.below(300_000), photo)
      default:
        return photo
    }
  }

  return async function attackUpload(chance: Chance, tally: Attempt): Promise<void> {
    const { body, type } = formOf(chance, bytesOf(chance))
    const headers = { 'content-type': type }
    const path = '/api/upload/image'
    const answer = await target.ask('POST', path, { token, body, headers })
    tally.count(answer.status)
    for (const fault of answerFaults(path, answer, target.secrets)) tally.fault(fault)
    if (answer.status !== 201) return
    const { url } = JSON.parse(answer.body) as { url: string }
    const served = await target.ask('GET', url, { token })
    const said = await faultsServed(
      served.status,
      served.headers,
      Buffer.from(served.body, 'latin1'),
    )
    for (const fault of [...said, ...answerFaults(url, served, target.secrets)]) tally.fault(fault)
  }
}

/** What is wrong with a photo as it is served: it is a WebP of ours, whatever was sent. */
async function faultsServed(
  status: number,
  headers: Record<string, unknown>,
  bytes: Buffer,
): Promise<string[]> {
  if (status !== 200) return [`a photo that was taken is answered ${status}`]
  const { format, width, height, exif, xmp, iptc, icc } = await sharp(bytes).metadata()
  const about = [exif, xmp, iptc, icc].filter((part) => part !== undefined)
  return [
    ...(headers['content-type'] === 'image/webp' ? [] : ['served as another type']),
    ...(format === 'webp' ? [] : [`served is a ${format}`]),
    ...(about.length === 0 ? [] : ['served with what the camera wrote']),
    ...(Math.max(width, height) <= PHOTO_SIDE_MAX ? [] : [`served ${width} × ${height}`]),
    ...(bytes.includes('<script') ? ['served with what was hung on'] : []),
  ]
}

/** A form of one field or several, its heads as the sender pleases. */
function formOf(chance: Chance, bytes: Buffer): { body: Buffer; type: string } {
  const boundary = 'vc-frontera'
  const field = chance.percent(85) ? 'image' : chance.pick(['IMAGE', 'image[]', '__proto__', ''])
  const head = `Content-Disposition: form-data; name="${field}"; filename="${chance.pick(NAMES)}"\r\nContent-Type: ${chance.pick(TYPES)}\r\n\r\n`
  const part = Buffer.concat([Buffer.from(`--${boundary}\r\n${head}`), bytes, Buffer.from('\r\n')])
  const parts = Array<Buffer>(chance.percent(90) ? 1 : 3).fill(part)
  const end = chance.percent(90) ? `--${boundary}--\r\n` : ''
  const type = chance.percent(90)
    ? `multipart/form-data; boundary=${boundary}`
    : 'multipart/form-data'
  return { body: Buffer.concat([...parts, Buffer.from(end)]), type }
}
