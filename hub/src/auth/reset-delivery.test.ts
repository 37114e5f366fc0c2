import { expect, test } from 'vitest'
import { consoleDelivery } from './reset-delivery.ts'

test('prints a token on one plain line', async () => {
  const written: string[] = []
  const deliver = consoleDelivery({ write: (text) => written.push(text) })
  await deliver({ email: 'ana@test.co', token: 'the-token', expiresAt: 0 })
  expect(written).toEqual([
    'Token para restablecer la contraseña de ana@test.co, válido hasta 1970-01-01T00:00:00.000Z: the-token\n',
  ])
})
