import { createRequire } from 'node:module'
import type { dictionary } from '@zxcvbn-ts/language-common'
import { PASSWORD_GIVEN_MIN, PASSWORD_MIN } from '@vehicle-control/protocol'

type Lists = { dictionary: typeof dictionary }

/** Of the passwords that are long enough, for either length that is asked for. */
const COMMONEST = 3000

/** What the package's list of leaked passwords lacks: ours, and what it leaves to its other rules. */
const OURS =
  `654321 121212 555555 777777 888888 999999 987654321 00000000 abcdef admin1 admin12 admin123
  admin1234 administrator administrador login1 default guest1 contraseña contraseña1 contraseña123
  contrasena contrasena1 contrasena123 clave123 clave1234 clave12345 usuario usuario1 usuario123
  hola123 hola1234 colombia1 colombia123 bogota bogota1 bogota123 medellin medellin1 teamo tequiero
  tequiero1 teamo1 nacional nacional1 millonarios millonarios1 futbol futbol123 sistemas sistemas1
  soporte soporte1 vehiculo vehiculo1 vehiculos vehiculos1 vehicle-control`.split(/\s+/)

let common: Set<string> | undefined

/** True for a password that is among those that attackers try first, in whatever case. */
export function isCommonPassword(password: string): boolean {
  common ??= load()
  // NFKC, as passwords are hashed.
  return common.has(password.normalize('NFKC').toLowerCase())
}

/** With the first password that is set: the list takes 10 MB and some 50 ms, a start without it none. */
function load(): Set<string> {
  const lists = createRequire(import.meta.url)('@zxcvbn-ts/language-common') as Lists
  const commonest = (min: number) =>
    lists.dictionary['passwords-common'].filter(({ length }) => length >= min).slice(0, COMMONEST)
  return new Set([...OURS, ...commonest(PASSWORD_MIN), ...commonest(PASSWORD_GIVEN_MIN)])
}
