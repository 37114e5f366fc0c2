import { z } from 'zod'

const VARIABLE_FAULT =
  'must be the name of an environment variable, in capitals, such as GATE_PASSWORD'

/**
 * Names the environment variable that holds a secret; the key of such a setting ends in `Env`. In
 * capitals alone, so that a password in its place is refused and not looked up by its name.
 */
export const secretVariable = z
  .string(VARIABLE_FAULT)
  .regex(/^[A-Z_][A-Z0-9_]{0,127}$/, VARIABLE_FAULT)

/** PEM of the authority that signed the certificate of the other side. */
export const caFile = z
  .string('must be the path of a PEM file')
  .min(1, 'must be the path of a PEM file')
  .max(256, 'must be at most 256 characters')
