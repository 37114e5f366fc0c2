import { z } from 'zod'
import { silentAfterMs, readerId } from '../reader-fields.ts'

const HOST_FAULT = 'must be the address or name of the reader, such as "192.168.1.50"'
const PORT_FAULT = 'must be a port from 1 to 65535'

/** The address or name of a reader that is reached over TCP. */
export const hostField = z
  .string(HOST_FAULT)
  .regex(/^[A-Za-z0-9._:%-]{1,253}$/, HOST_FAULT)
  .refine((host) => !/^[^:]*:\d*$/.test(host), 'holds a port; give that as "port", beside it')

/** Settings of a reader that is reached over TCP, beside its `type` and `port`. */
export const tcpReaderFields = { id: readerId, host: hostField, silentAfterMs }

/** A TCP port with the default of its protocol. */
export const tcpPort = (byDefault: number) =>
  z.int(PORT_FAULT).min(1, PORT_FAULT).max(65_535, PORT_FAULT).default(byDefault)
