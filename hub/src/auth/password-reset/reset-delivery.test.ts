import { expect, test } from 'vitest'
import { consoleDelivery, resetDelivery } from './reset-delivery.ts'

test('prints a token on one plain line', async () => {
  const written: string[] = []
  const deliver = consoleDelivery({ write: (text) => written.push(text) })
  await deliver({ email: 'ana@test.co', token: 'the-token', expiresAt: 0 })
  expect(written).toEqual([
    'Token para restablecer la contraseña de ana@test.co, válido hasta 1970-01-01T00:00:00.000Z: the-token\n',
  ])
})

test.each([
  [false, false, ['console']],
  [true, false, ['mail']],
  [false, true, ['console']],
  [true, true, ['console', 'mail']],
])(
  'with a mailer: %s, HUB_RESET_CONSOLE: %s, a token goes to %s',
  async (mailer, resetConsole, ways) => {
    const used: string[] = []
    const way = (name: string) => () => void used.push(name)
    const deliver = resetDelivery(mailer ? way('mail') : null, { resetConsole }, way('console'))
    await deliver({ email: 'ana@test.co', token: 'the-token', expiresAt: 0 })
    expect(used).toEqual(ways)
  },
)
