import type { ApiClient } from '../http/client.ts'
import { UploadResponse } from './shapes.ts'

/** Uploads a photo; resolves to the url that its asset is to keep. */
export async function uploadPhoto(
  api: ApiClient,
  photo: Blob,
  signal?: AbortSignal,
): Promise<string> {
  const form = new FormData()
  form.set('image', photo, 'foto')
  const path = '/api/upload/image'
  const { url } = await api({ method: 'POST', path, form, shape: UploadResponse, signal })
  return url
}

/** The url where it lies on this hub; null otherwise: another host would learn who looks at it. */
export function ownPhoto(url: string | null): string | null {
  return url !== null && /^\/api\/[\w./-]+$/.test(url) ? url : null
}
