import { expect, test } from 'vitest'
import { affordableCost, createPasswords } from './passwords.ts'

const passwords = createPasswords({ ln: 4, r: 8, p: 1 })

test('accepts the password of its hash and no other', async () => {
  const phc = await passwords.hash('contraseña')
  expect(phc).toMatch(/^\$scrypt\$ln=4,r=8,p=1\$[^$]{22}\$[^$]{43}$/)
  expect(await passwords.verify('contraseña', phc)).toBe(true)
  expect(await passwords.verify('contrasena', phc)).toBe(false)
})

test('salts: the same password never has the same hash', async () => {
  expect(await passwords.hash('x')).not.toBe(await passwords.hash('x'))
})

test('checks hashes that were made at another cost', async () => {
  const phc = await createPasswords({ ln: 5, r: 8, p: 2 }).hash('x')
  expect(await passwords.verify('x', phc)).toBe(true)
})

test('accepts nothing for an account that does not exist', async () => {
  expect(await passwords.verify('', undefined)).toBe(false)
})

test('costs less on a machine with little memory', () => {
  expect(affordableCost(1024 ** 3)).toEqual({ ln: 15, r: 8, p: 3 })
  expect(affordableCost(4 * 1024 ** 3)).toEqual({ ln: 17, r: 8, p: 1 })
})
