import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
} from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { ConfigError, HUB_KEY_MIN } from '@vehicle-control/protocol'
import type { Config } from '../config/config.ts'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
const SEALED = /^v1\.([\w-]+)$/

/**
 * The secret that only the hub knows, and neither its database nor a backup holds. It yields the
 * key of the audit chain, the one that encrypts secrets in the database, and the one of short codes.
 */
export interface HubKey {
  /** 16 hex digits that identify the key and do not reveal it. */
  id: string
  /** True where it was created just now: nothing was written with it yet. */
  isNew: boolean
  /** Key of the audit chain's HMAC-SHA256. */
  audit: Buffer
  /** Encrypts a text for the database (AES-256-GCM). It only opens with the same `context`. */
  seal(text: string, context: string): string
  /**
   * Hash of a secret that is short enough to be guessed from an ordinary one (HMAC-SHA-256, hex).
   */
  digest(text: string): string
  /** Decrypts a sealed text; null where the key or context is another, or the text was changed. */
  open(sealed: string, context: string): string | null
}

/**
 * Opens the hub's key: HUB_AUDIT_KEY, else the file `hub.key` of the data folder (0600), which is
 * made at the first start.
 *
 * @throws ConfigError for a file that cannot be read, or that others may read.
 */
export function openHubKey({ auditKey = null, dataDir }: HubKeyConfig): HubKey {
  if (auditKey !== null) return hubKeyOf(auditKey)
  const { text, isNew } = keyFile(dataDir)
  return hubKeyOf(text, { isNew })
}

export type HubKeyConfig = Pick<Config, 'dataDir'> & Partial<Pick<Config, 'auditKey'>>

/** Derives the hub's key from a text, which must be random and too long to guess. */
export function hubKeyOf(text: string, { isNew = false } = {}): HubKey {
  const derive = (use: string) =>
    Buffer.from(hkdfSync('sha256', text, '', `vehicle-control ${use}`, 32))
  const sealing = derive('sealed values')
  const shortCodes = derive('short codes')
  return {
    id: createHash('sha256').update(derive('name of the key')).digest('hex').slice(0, 16),
    isNew,
    audit: derive('audit log'),
    digest: (text) => createHmac('sha256', shortCodes).update(text).digest('hex'),
    seal(plain, context) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, sealing, nonce).setAAD(Buffer.from(context))
      const bytes = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return `v1.${Buffer.concat([nonce, bytes, cipher.getAuthTag()]).toString('base64url')}`
    },
    open(sealed, context) {
      const bytes = Buffer.from(SEALED.exec(sealed)?.[1] ?? '', 'base64url')
      if (bytes.length < NONCE_BYTES + TAG_BYTES) return null
      const decipher = createDecipheriv(CIPHER, sealing, bytes.subarray(0, NONCE_BYTES))
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(-TAG_BYTES))
      try {
        const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES))
        return Buffer.concat([text, decipher.final()]).toString('utf8')
      } catch {
        // The authentication tag does not match.
        return null
      }
    },
  }
}

function keyFile(dataDir: string): { text: string; isNew: boolean } {
  const file = join(dataDir, 'hub.key')
  try {
    mkdirSync(dataDir, { recursive: true })
    const isNew = makeOnce(file)
    if ((statSync(file).mode & 0o077) !== 0) {
      throw new ConfigError(`"${file}" lo pueden leer otros; quíteselo: chmod 600`)
    }
    const text = readFileSync(file, 'utf8').trim()
    if (text.length >= HUB_KEY_MIN) return { text, isNew }
    throw new ConfigError(
      `"${file}" es muy corto para ser una clave; vuelva a poner la verdadera, o bórrelo`,
    )
  } catch (error) {
    if (error instanceof ConfigError || !(error instanceof Error)) throw error
    throw new ConfigError(
      `"${file}" no se puede leer (${error.message}); deje que esta cuenta lo lea, o ponga HUB_AUDIT_KEY`,
      { cause: error },
    )
  }
}

/**
 * Creates the file with a random key, atomically, even when several processes do so at once.
 *
 * @returns false where the file existed already.
 */
function makeOnce(file: string): boolean {
  if (statSync(file, { throwIfNoEntry: false })) return false
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  const fd = openSync(draft, 'wx', 0o600)
  try {
    writeSync(fd, `${randomBytes(32).toString('base64url')}\n`)
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST'
    if (!isThere) throw error
    return false
  } finally {
    rmSync(draft)
  }
}
