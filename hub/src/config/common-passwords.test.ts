import { expect, test } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'

test.each([
  '123456',
  'password',
  'Dragon',
  'BASEBALL1',
  'p@ssw0rd',
  'qwertyuiop',
  'contraseña'.normalize('NFD'),
  'ｐａｓｓｗｏｒｄ',
  'Vehiculos1',
])('calls %s common', (password) => expect(isCommonPassword(password)).toBe(true))

test.each(['green tractor', 'demo-vehicle-control', 'a better one', 'correct horse', ''])(
  'does not call «%s» common',
  (password) => expect(isCommonPassword(password)).toBe(false),
)
