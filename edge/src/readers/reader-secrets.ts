import { z } from 'zod'

const VARIABLE_FAULT =
  'debe ser el nombre de una variable de entorno, en mayúsculas, por ejemplo GATE_PASSWORD'

/**
 * Names the environment variable that holds a secret; the key of such a setting ends in `Env`. In
 * capitals alone, so that a password in its place is refused and not looked up by its name.
 */
export const secretVariable = z
  .string(VARIABLE_FAULT)
  .regex(/^[A-Z_][A-Z0-9_]{0,127}$/, VARIABLE_FAULT)

/** PEM of the authority that signed the certificate of the other side. */
export const caFile = z
  .string('debe ser la ruta de un archivo PEM')
  .min(1, 'debe ser la ruta de un archivo PEM')
  .max(256, 'debe tener como mucho 256 caracteres')
