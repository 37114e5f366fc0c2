import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'

const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants
/** Far more than any file that an edge keeps or is configured by, bundles of authorities left out. */
export const PLAIN_FILE_MAX_BYTES = 64 * 1024

export interface PlainFileOptions {
  /** The file may be reached by a link: whoever names it is root. */
  mayBeLink?: boolean
  maxBytes?: number
}

/**
 * The text of a regular file. The doctor runs as root, and the folders of the edge's account may
 * hold anything: a pipe would never end, a device may act on being opened, and a link would lead to
 * a file that the account may not read.
 *
 * @throws Error with a `code`: ELOOP for a link, EINVAL for any other kind of file, EFBIG for one
 * that is too long, or that of the failed system call.
 */
export function readPlainFile(
  place: string,
  { mayBeLink = false, maxBytes = PLAIN_FILE_MAX_BYTES }: PlainFileOptions = {},
): string {
  // Without O_NONBLOCK the open of a pipe waits for ever for its writer.
  const file = openSync(place, O_RDONLY | O_NONBLOCK | (mayBeLink ? 0 : O_NOFOLLOW))
  try {
    const stat = fstatSync(file)
    if (!stat.isFile()) throw fault('EINVAL', `${place} is no regular file`)
    if (stat.size > maxBytes) throw fault('EFBIG', `${place} is longer than ${maxBytes} bytes`)
    const bytes = Buffer.alloc(maxBytes)
    return bytes.toString('utf8', 0, readSync(file, bytes, 0, maxBytes, 0))
  } finally {
    closeSync(file)
  }
}

const fault = (code: string, message: string) => Object.assign(new Error(message), { code })
