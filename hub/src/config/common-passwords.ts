import { createRequire } from 'node:module'
import type { dictionary } from '@zxcvbn-ts/language-common'
import { PASSWORD_GIVEN_MIN, PASSWORD_MIN } from '@vehicle-control/protocol'

type Lists = { dictionary: typeof dictionary }

/** How many of the most common passwords are refused, for each of the two minimum lengths. */
const COMMONEST = 3000

/**
 * Passwords that the package's list lacks: local ones, and those that its other rules would find.
 */
const OURS =
  `654321 121212 555555 777777 888888 999999 987654321 00000000 abcdef admin1 admin12 admin123
  admin1234 administrator administrador login1 default guest1 contraseña contraseña1 contraseña123
  contrasena contrasena1 contrasena123 clave123 clave1234 clave12345 usuario usuario1 usuario123
  hola123 hola1234 colombia1 colombia123 bogota bogota1 bogota123 medellin medellin1 teamo tequiero
  tequiero1 teamo1 nacional nacional1 millonarios millonarios1 futbol futbol123 sistemas sistemas1
  soporte soporte1 vehiculo vehiculo1 vehiculos vehiculos1 vehicle-control`.split(/\s+/)

let common: Set<string> | undefined

/** True for a password that attackers try first, ignoring case. */
export function isCommonPassword(password: string): boolean {
  common ??= load()
  // NFKC, as passwords are hashed.
  return common.has(password.normalize('NFKC').toLowerCase())
}

/** Runs only when the first password is set, since the list takes 10 MB and some 50 ms. */
function load(): Set<string> {
  const lists = createRequire(import.meta.url)('@zxcvbn-ts/language-common') as Lists
  const commonest = (min: number) =>
    lists.dictionary['passwords-common'].filter(({ length }) => length >= min).slice(0, COMMONEST)
  return new Set([...OURS, ...commonest(PASSWORD_MIN), ...commonest(PASSWORD_GIVEN_MIN)])
}
