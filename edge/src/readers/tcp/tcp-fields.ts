import { z } from 'zod'
import { silentAfterMs, readerId } from '../reader-fields.ts'

const HOST_FAULT = 'debe ser la dirección o el nombre del lector, por ejemplo "192.168.1.50"'
const PORT_FAULT = 'debe ser un puerto de 1 a 65535'

/** The address or name of a reader that is reached over TCP; with its port it fits the path of a status. */
export const hostField = z
  .string(HOST_FAULT)
  .regex(/^[A-Za-z0-9._:%-]{1,250}$/, HOST_FAULT)
  .refine((host) => !/^[^:]*:\d*$/.test(host), 'lleva un puerto; póngalo aparte, en "port"')

/** Settings of a reader that is reached over TCP, beside its `type` and `port`. */
export const tcpReaderFields = { id: readerId, host: hostField, silentAfterMs }

/** A TCP port with the default of its protocol. */
export const tcpPort = (byDefault: number) =>
  z.int(PORT_FAULT).min(1, PORT_FAULT).max(65_535, PORT_FAULT).default(byDefault)
