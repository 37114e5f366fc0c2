import sharp from 'sharp'
import { operationOf } from './declared-answer.ts'
import type { CallOptions, TestHub } from './test-hub.ts'

/** What a lived-in hub has, by path parameter. */
const known: Record<string, string> = {
  code: 'gate-1',
  id: '1',
  session: '1',
  name: 'x.webp',
  plan: 'b'.repeat(32),
  uid: 'TEST-1',
  z: '3',
  x: '2',
  y: '2',
}

/** The id where a call is not for the caller's own account: that of the invited one. */
const OF_ANOTHER = /^(POST|DELETE) \/api\/users\/:id\/(invite|second-factor-reset)$/

export const exampleOf = (name: string) =>
  operationOf(name).requestBody?.content['application/json']?.example as Record<string, unknown>

/**
 * The path of a call with the query that it cannot do without; `part` takes the place of what the
 * hub has, the first where a path has several.
 */
export function targetOf(
  name: string,
  part = OF_ANOTHER.test(name) ? '2' : undefined,
  query: Record<string, string> = {},
) {
  const path = (name.split(' ')[1] ?? '')
    .replace(/:(\w+)/, (_, key) => part ?? known[key] ?? '')
    .replace(/:(\w+)/g, (_, key) => known[key] ?? '')
  const needed = operationOf(name)
    .parameters.filter((parameter) => parameter.in === 'query' && parameter.required)
    .map(({ name: key, schema }) => [key, String(schema.enum?.[0])])
  const asked = new URLSearchParams({ ...Object.fromEntries(needed), ...query }).toString()
  return asked === '' ? path : `${path}?${asked}`
}

/** Calls as the superadmin, with the document's example as the body unless another is given. */
export async function callExample(
  hub: Pick<TestHub, 'call'> & { readonly token: string },
  name: string,
  { target = targetOf(name), ...options }: CallOptions & { target?: string } = {},
): Promise<Response> {
  const [method = ''] = name.split(' ')
  const { content = {} } = operationOf(name).requestBody ?? {}
  const body = content['application/json'] && { body: exampleOf(name) }
  const raw = content['multipart/form-data'] && { raw: await photoForm() }
  return await hub.call(method, target, { token: hub.token, ...body, ...raw, ...options })
}

/** A form with a small photo, or with these bytes. */
export async function photoForm(bytes?: Uint8Array): Promise<FormData> {
  const create = { width: 4, height: 4, channels: 3, background: 'teal' } as const
  const form = new FormData()
  const content = bytes ?? (await sharp({ create }).png().toBuffer())
  form.append('image', new File([new Uint8Array(content)], 'photo.png'))
  return form
}
