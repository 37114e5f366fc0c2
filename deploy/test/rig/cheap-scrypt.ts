import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

/**
 * A hub that loads this before its own code (`node --import`) spends next to nothing on a password,
 * and knows those only that another such hub has stored. For tests.
 */
const scrypt = crypto.scrypt
const cheap = (
  password: crypto.BinaryLike,
  salt: crypto.BinaryLike,
  bytes: number,
  options: crypto.ScryptOptions,
  done: (error: Error | null, key: Buffer) => void,
) => scrypt(password, salt, bytes, { ...options, N: 16 }, done)
crypto.scrypt = cheap as typeof crypto.scrypt
syncBuiltinESMExports()
