import { describe, expect, it } from 'vitest'
import { ApiError } from '../http/api-error.ts'
import type { ApiCall, ApiClient } from '../http/client.ts'
import { fetchSuppressWindow, saveSuppressWindow } from './suppress-window.ts'

const PATH = '/api/settings/suppress-window'
const OLDER_PATH = '/api/admin/settings/suppress-window'

/** A hub that answers the first path so, and the other well. */
function hubThat(status: number) {
  const calls: string[] = []
  const api: ApiClient = async <T>({ method = 'GET', path, body, shape }: ApiCall<T>) => {
    calls.push(`${method} ${path} ${JSON.stringify(body) ?? ''}`.trim())
    if (path === PATH && status !== 200) throw new ApiError({ status, code: 'x' })
    return shape.parse({ ms: 45_000 })
  }
  return { api, calls }
}

describe('the suppression window', () => {
  it.each([404, 405])('is at the older path where the newer answers %i', async (status) => {
    const { api, calls } = hubThat(status)
    expect(await fetchSuppressWindow(api)).toEqual({ ms: 45_000 })
    expect(await saveSuppressWindow(api, 45_000)).toEqual({ ms: 45_000 })
    expect(calls).toEqual([
      `GET ${PATH}`,
      `GET ${OLDER_PATH}`,
      `PUT ${PATH} {"ms":45000}`,
      `PUT ${OLDER_PATH} {"ms":45000}`,
    ])
  })

  it.each([400, 401, 403, 500])('is nowhere else after a %i', async (status) => {
    const { api, calls } = hubThat(status)
    await expect(fetchSuppressWindow(api)).rejects.toMatchObject({ status })
    await expect(saveSuppressWindow(api, 45_000)).rejects.toMatchObject({ status })
    expect(calls).toHaveLength(2)
  })

  it('is asked for once where the hub knows the path', async () => {
    const { api, calls } = hubThat(200)
    await saveSuppressWindow(api, 45_000)
    expect(calls).toEqual([`PUT ${PATH} {"ms":45000}`])
  })
})
