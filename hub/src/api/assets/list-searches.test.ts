import { expect, test } from 'vitest'
import { createTestHub } from '../../testing/test-hub.ts'

test.each(['/api/vehicles', '/api/assets'])(
  '%s looks for a text where it keeps no short list waiting',
  async (path) => {
    const elsewhere = await createTestHub()
    const hub = await createTestHub({ searches: elsewhere.readOnly })
    try {
      const token = await hub.tokenOf('admin')
      const body = { plate: 'KLM482', model: 'Duster', owner: null, rfid_tag: 'TAG-001' }
      await hub.call('POST', '/api/vehicles', { token, body })
      const total = async (query: string) => {
        const answer = await hub.call('GET', `${path}${query}`, { token })
        return ((await answer.json()) as { total: number }).total
      }
      expect([await total(''), await total('?q=KLM')]).toEqual([1, 0])
    } finally {
      await hub.close()
      await elsewhere.close()
    }
  },
)
