import { type ScryptOptions, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { totalmem } from 'node:os'
import { promisify } from 'node:util'
import type { Semaphore } from '../../limits/semaphore.ts'
import { createPasswordSemaphore, type PasswordRequest } from './password-semaphore.ts'

const runScrypt = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

const HASH_BYTES = 32
const SALT_BYTES = 16
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

/** The work itself, without a permit: it takes a core and up to 128 MiB of memory. */
export interface Scrypt {
  /** A PHC string of scrypt. */
  hash(password: string): Promise<string>
  /** Takes as long for no hash (an unknown account) as for a wrong password. */
  verify(password: string, phc: string | undefined): Promise<boolean>
}

/**
 * Hashes and checks passwords, two at a time, so that logins cannot take the whole machine. Rejects with
 * PasswordsOverloaded where a request gets no permit.
 */
export interface Passwords {
  /** As Scrypt does, with a permit. */
  hash(password: string, request?: PasswordRequest): Promise<string>
  verify(password: string, phc: string | undefined, request?: PasswordRequest): Promise<boolean>
  /** For work of which hashing is a part: all of it is done with one permit. */
  withPermit<T>(request: PasswordRequest, work: (scrypt: Scrypt) => Promise<T>): Promise<T>
}

/** The hub's own work: the first account's password. */
const OF_THE_HUB: PasswordRequest = { group: ['hub'] }

export function createPasswords(cost: ScryptCost = affordableCost()): Passwords {
  return limitPasswords(createScrypt(cost))
}

/** Passwords that are hashed and checked with the permits of a semaphore. */
export function limitPasswords(
  scrypt: Scrypt,
  semaphore: Semaphore = createPasswordSemaphore(),
): Passwords {
  return {
    hash: (password, request = OF_THE_HUB) => semaphore.run(request, () => scrypt.hash(password)),
    verify: (password, phc, request = OF_THE_HUB) =>
      semaphore.run(request, () => scrypt.verify(password, phc)),
    withPermit: (request, work) => semaphore.run(request, () => work(scrypt)),
  }
}

export function createScrypt(cost: ScryptCost): Scrypt {
  const dummyHash = encode(cost, randomBytes(SALT_BYTES), randomBytes(HASH_BYTES))

  return {
    async hash(password) {
      const salt = randomBytes(SALT_BYTES)
      return encode(cost, salt, await derive(password, cost, salt))
    },
    async verify(password, phc) {
      const stored = decode(phc ?? dummyHash)
      const derived = await derive(password, stored.cost, stored.salt)
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
