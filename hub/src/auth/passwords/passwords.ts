import { type ScryptOptions, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { totalmem } from 'node:os'
import { promisify } from 'node:util'
import { PasswordQueue, type PasswordTurn } from './password-queue.ts'

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

/** The work itself, at once: it takes a core and up to 128 MiB of memory. */
export interface Scrypt {
  /** A PHC string of scrypt. */
  hash(password: string): Promise<string>
  /** Takes as long for no hash (an unknown account) as for a wrong password. */
  verify(password: string, phc: string | undefined): Promise<boolean>
}

/**
 * Hashes and checks passwords, two at a time, so that logins cannot take the whole machine. Throws
 * PasswordQueueFull where there is no turn.
 */
export interface Passwords {
  /** As Scrypt does, in a turn. */
  hash(password: string, turn?: PasswordTurn): Promise<string>
  verify(password: string, phc: string | undefined, turn?: PasswordTurn): Promise<boolean>
  /** For work of which hashing is a part, as it begins when its turn has come. */
  inTurn<T>(turn: PasswordTurn, work: (scrypt: Scrypt) => Promise<T>): Promise<T>
}

/** Where the hub's own work waits: the first account's password. */
const OWN_TURN: PasswordTurn = { place: ['hub'] }

export function createPasswords(cost: ScryptCost = affordableCost()): Passwords {
  return inTurns(createScrypt(cost))
}

export function inTurns(scrypt: Scrypt, queue = new PasswordQueue()): Passwords {
  return {
    hash: (password, turn = OWN_TURN) => queue.run(turn, () => scrypt.hash(password)),
    verify: (password, phc, turn = OWN_TURN) => queue.run(turn, () => scrypt.verify(password, phc)),
    inTurn: (turn, work) => queue.run(turn, () => work(scrypt)),
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
