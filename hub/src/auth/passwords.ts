import { type ScryptOptions, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { totalmem } from 'node:os'
import { promisify } from 'node:util'

const runScrypt = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

const HASH_BYTES = 32
const SALT_BYTES = 16
const AT_ONCE = 2
const QUEUE_MAX = 32
const GIB = 1024 ** 3
const PHC_SCRYPT = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/

/** Cost parameters of scrypt: N = 2^ln, block size r, parallelization p. */
export interface ScryptCost {
  ln: number
  r: number
  p: number
}

/** Picks the cost by the machine's memory: 128 MiB a hash, or 32 MiB below 2 GiB. */
export function affordableCost(memoryBytes = totalmem()): ScryptCost {
  return memoryBytes < 2 * GIB ? { ln: 15, r: 8, p: 3 } : { ln: 17, r: 8, p: 1 }
}

/** Too many passwords wait to be checked; the caller may try again in a moment. */
export class PasswordQueueFull extends Error {
  override name = 'PasswordQueueFull'
}

/** Hashes and checks passwords, two at a time, so that logins cannot take the whole machine. */
export interface Passwords {
  /** A PHC string of scrypt. */
  hash(password: string): Promise<string>
  /** Takes as long for no hash (an unknown account) as for a wrong password. */
  verify(password: string, phc: string | undefined): Promise<boolean>
}

export function createPasswords(cost: ScryptCost = affordableCost()): Passwords {
  const limit = createLimit()
  const dummyHash = encode(cost, randomBytes(SALT_BYTES), randomBytes(HASH_BYTES))

  return {
    async hash(password) {
      const salt = randomBytes(SALT_BYTES)
      return encode(cost, salt, await limit(() => derive(password, cost, salt)))
    },
    async verify(password, phc) {
      const stored = decode(phc ?? dummyHash)
      const derived = await limit(() => derive(password, stored.cost, stored.salt))
      return timingSafeEqual(derived, stored.hash)
    },
  }
}

function derive(password: string, { ln, r, p }: ScryptCost, salt: Buffer): Promise<Buffer> {
  const N = 2 ** ln
  // Node refuses more than 32 MiB unless told otherwise; scrypt needs 128 * N * r and a little.
  const maxmem = 128 * N * r + 1024 * 1024 * p
  return runScrypt(password.normalize('NFKC'), salt, HASH_BYTES, { N, r, p, maxmem })
}

function encode({ ln, r, p }: ScryptCost, salt: Buffer, hash: Buffer): string {
  return `$scrypt$ln=${ln},r=${r},p=${p}$${base64(salt)}$${base64(hash)}`
}

function decode(phc: string): { cost: ScryptCost; salt: Buffer; hash: Buffer } {
  const match = PHC_SCRYPT.exec(phc)
  if (!match) throw new Error('a stored password is not a PHC string of scrypt')
  const [, ln, r, p, salt = '', hash = ''] = match
  return {
    cost: { ln: Number(ln), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  }
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}

function createLimit(): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const queue: (() => void)[] = []
  return async (work) => {
    if (running < AT_ONCE) running++
    else if (queue.length >= QUEUE_MAX) throw new PasswordQueueFull('too many logins at once')
    else await new Promise<void>((resolve) => queue.push(resolve))
    try {
      return await work()
    } finally {
      // The place goes to the next in the queue directly, so that no newcomer can take it.
      const next = queue.shift()
      if (next) next()
      else running--
    }
  }
}
