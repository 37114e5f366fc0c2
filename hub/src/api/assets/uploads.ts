import { randomBytes } from 'node:crypto'
import { UploadResponse } from '@vehicle-control/protocol'
import { z } from 'zod'
import { PictureError } from '../../photos/encode-picture.ts'
import { findUpload, insertUpload, photoUrl, PLAN_UPLOAD } from '../../store/assets/uploads.ts'
import { inTransaction } from '../../store/transaction.ts'
import { declareCall } from '../http/call.ts'
import { ADMINS, EVERY_ACCOUNT } from '../http/callers.ts'
import { apiError, noSuchPath } from '../http/errors.ts'

export const uploadCalls = [
  declareCall({
    id: 'uploadPhoto',
    method: 'POST',
    path: '/api/upload/image',
    who: ADMINS,
    summary: 'Keep a JPEG, PNG or WebP of at most 5 MB; answers the url for an asset',
    form: z.object({ image: z.file('Envía la foto en el campo image (multipart/form-data)') }),
    status: 201,
    answer: UploadResponse,
    async handle({ form: { image }, session }, { db, pictures }) {
      const bytes = new Uint8Array(await image.arrayBuffer())
      const { content } = await pictures.photo(bytes).catch(refusePhoto)
      const name = `${randomBytes(16).toString('hex')}.webp`
      const upload = { name, content, contentType: 'image/webp', createdBy: session.userId }
      await inTransaction(db, (trx) => insertUpload(trx, { ...upload, now: Date.now() }))
      return { url: photoUrl(name) }
    },
  }),
  declareCall({
    id: 'photo',
    method: 'GET',
    path: '/api/photos/:name',
    who: EVERY_ACCOUNT,
    // The browser fetches it as an image, without the Authorization header.
    cookie: true,
    summary: 'A photo',
    answer: 'image/webp',
    isStoredPicture: true,
    empty: { 304: 'The photo that If-None-Match names' },
    async handle({ params, context }, { readOnly }) {
      // A plan's picture is larger, and has a call of its own.
      if (params.name.startsWith(PLAN_UPLOAD)) throw noSuchPath()
      const photo = await findUpload(readOnly, params.name)
      if (photo === undefined) throw noSuchPath()
      // The content of a name never changes; but the hub is asked each time whether the login
      // holds.
      const etag = `"${params.name}"`
      context.header('cache-control', 'private, no-cache')
      context.header('etag', etag)
      if (context.req.header('if-none-match') === etag) return context.body(null, 304)
      return context.body(new Uint8Array(photo.content), 200, {
        'content-type': photo.contentType,
        'content-disposition': `inline; filename="${params.name}"`,
      })
    },
  }),
]

function refusePhoto(error: unknown): never {
  if (!(error instanceof PictureError)) throw error
  if (error.fault === 'too many pixels')
    throw apiError('too_large', 'La foto tiene demasiados píxeles; reduce su tamaño')
  if (error.fault === 'HEIC')
    throw apiError('invalid_input', 'La foto está en formato HEIC; guárdala como JPEG')
  throw apiError('invalid_input', 'El archivo no es una foto JPEG, PNG o WebP')
}
