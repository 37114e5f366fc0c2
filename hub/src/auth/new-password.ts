import { NewPassword } from '@vehicle-control/protocol'

/** The most frequent leaked passwords that are long enough to be accepted otherwise. */
const COMMON_PASSWORDS = new Set(
  `123456 1234567 12345678 123456789 1234567890 111111 000000 123123 654321 666666 121212 112233
  123321 555555 777777 888888 999999 987654321 11111111 00000000 123456a a123456 1q2w3e 1q2w3e4r
  1q2w3e4r5t 1qaz2wsx qwerty qwerty1 qwerty12 qwerty123 qwertyuiop asdfgh asdfghjkl zxcvbn zxcvbnm
  password password1 password12 password123 passw0rd p@ssw0rd admin1 admin12 admin123 admin1234
  administrator administrador letmein welcome welcome1 monkey dragon football baseball iloveyou
  sunshine princess superman batman master shadow michael abc123 abcdef abcd1234 aa123456 login1
  secret changeme default guest1 test123 test1234 contraseña contraseña1 contrasena contrasena1
  clave123 clave1234 usuario usuario1 hola123 hola1234 colombia colombia1 bogota bogota1 medellin
  teamo tequiero teamo1 mariposa estrella america nacional millonarios futbol jesus1 sistemas
  soporte vehiculo vehiculos`.split(/\s+/),
)

/** True for a password that is not among those that attackers try first. */
export function isUncommon(password: string): boolean {
  // NFKC, as passwords are hashed.
  return !COMMON_PASSWORDS.has(password.normalize('NFKC').toLowerCase())
}

/** A password that may be set: of the right length, and not a common one. */
export const UncommonPassword = NewPassword.refine(
  isUncommon,
  'Es una contraseña muy común; elige otra que no sea fácil de adivinar',
)
