import { queryOptions } from '@tanstack/react-query'
import type { TagReport as Report } from '@vehicle-control/protocol'
import { anyShape, type ApiClient } from '../http/client.ts'
import { TagHistory, TagReport } from './tag-shapes.ts'

/** Head of the keys of what is known of tags that no asset has. */
export const TAGS_KEY = 'tags'

const pathOf = (uid: string) => `/api/rfid/tags/${encodeURIComponent(uid)}`

/** GET /api/rfid/tags/{uid}: how often it was read up to a moment (ISO 8601), and its report. */
export function tagQuery(api: ApiClient, uid: string, at: string) {
  const path = `${pathOf(uid)}?${new URLSearchParams({ at })}`
  return queryOptions({
    queryKey: [TAGS_KEY, uid, at],
    queryFn: ({ signal }) => api({ path, shape: TagHistory, signal }),
  })
}

/** POST /api/rfid/tags/{uid}/report: asks the admins to look at a tag, with the read that shows it. */
export function reportTag(
  api: ApiClient,
  uid: string,
  body: { agent_code: string; read_at: string; note: string },
): Promise<Report> {
  return api({ method: 'POST', path: `${pathOf(uid)}/report`, body, shape: TagReport })
}

/** DELETE /api/rfid/tags/{uid}/report; 404 where it has none any more. */
export function dismissReport(api: ApiClient, uid: string): Promise<unknown> {
  return api({ method: 'DELETE', path: `${pathOf(uid)}/report`, shape: anyShape })
}
