import { randomBytes } from 'node:crypto'
import type { UploadResponse } from '@vehicle-control/protocol'
import { Hono } from 'hono'
import { z } from 'zod'
import { createPhotoEncoder, PhotoError } from '../../photos/encode-photo.ts'
import type { Db } from '../../store/database.ts'
import { withLockOfAllHubs } from '../../store/transaction.ts'
import { findUpload, insertUpload, photoUrl } from '../../store/assets/uploads.ts'
import type { ApiEnv } from '../http/env.ts'
import { apiError, noSuchPath } from '../http/errors.ts'
import { readForm } from '../http/input.ts'

/** The largest body of POST /api/upload/image. */
export const UPLOAD_MAX_BYTES = 5 * 1024 * 1024

export const UploadForm = z.object({
  image: z.file('Envía la foto en el campo image (multipart/form-data)'),
})

/** POST /api/upload/image: multipart, field `image`; answers the url for an asset's photo_url. */
export function uploadRoutes({ db }: { db: Db }): Hono<ApiEnv> {
  const encodePhoto = createPhotoEncoder()
  return new Hono<ApiEnv>().post('/image', async (c) => {
    const { image } = await readForm(c, UploadForm)
    const content = await encodePhoto(new Uint8Array(await image.arrayBuffer())).catch(explain)
    const name = `${randomBytes(16).toString('hex')}.webp`
    const upload = { name, content, contentType: 'image/webp', createdBy: c.var.session.userId }
    await withLockOfAllHubs(db, (trx) => insertUpload(trx, { ...upload, now: Date.now() }))
    const answer: UploadResponse = { url: photoUrl(name) }
    return c.json(answer, 201)
  })
}

function explain(error: unknown): never {
  if (!(error instanceof PhotoError)) throw error
  if (error.tooLarge)
    throw apiError('too_large', 'La foto tiene demasiados píxeles; reduce su tamaño')
  throw apiError('invalid_input', 'El archivo no es una foto JPEG, PNG o WebP')
}

/** GET /api/photos/{name}: the browser fetches it by itself, with its cookie. */
export function photoRoutes({ reads }: { reads: Db }): Hono<ApiEnv> {
  return new Hono<ApiEnv>().get('/:name', async (c) => {
    const photo = await findUpload(reads, c.req.param('name'))
    if (photo === undefined) throw noSuchPath()
    return c.body(new Uint8Array(photo.content), 200, {
      'content-type': photo.contentType,
      'content-disposition': 'inline',
      // A name never gets another content.
      'cache-control': 'private, max-age=31536000, immutable',
    })
  })
}
