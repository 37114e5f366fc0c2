import { z } from 'zod'
import { antennaNames } from '../reader-fields.ts'
import { tcpPort, tcpReaderFields } from '../tcp/tcp-fields.ts'

const LLRP_PORT = 5084
const whole = (min: number, max: number) => {
  const fault = `debe ser un número entero de ${min} a ${max}`
  return z.int(fault).min(min, fault).max(max, fault)
}

/**
 * A reader that speaks LLRP. Region and, where `transmitter` is absent, power are those that the
 * reader itself is set to.
 */
export const LlrpReaderConfig = z
  .strictObject({
    type: z.literal('llrp'),
    ...tcpReaderFields,
    port: tcpPort(LLRP_PORT),
    antennas: antennaNames,
    /** Numbers of the antennas that read; absent: all. */
    useAntennas: z
      .array(whole(1, 65_535), 'debe ser una lista, por ejemplo [1, 2]')
      .min(1)
      .max(64)
      .optional(),
    /** Gen2 session. */
    session: whole(0, 3).optional(),
    /** How many tags to expect before the antennas at once. */
    tagPopulation: whole(1, 65_535).optional(),
    /** An entry of the reader's own table of powers, which begins at 1. */
    transmitter: z
      .strictObject(
        {
          powerIndex: whole(1, 65_535),
          hopTable: whole(0, 65_535).default(1),
          channel: whole(0, 65_535).default(1),
        },
        'debe ser un objeto, por ejemplo {"powerIndex": 81}',
      )
      .optional(),
    /** The reader reports each tag once per this time; absent: every read, at once. */
    periodMs: whole(200, 60_000).optional(),
    /** Tags of a report at the most; 0 with a period: any number, at its end. */
    reportEvery: whole(0, 65_535).optional(),
    /** A reader that is not heard for three of these is taken for lost. */
    keepaliveMs: whole(500, 60_000).default(5000),
  })
  .refine(({ reportEvery, periodMs }) => reportEvery !== 0 || periodMs !== undefined, {
    path: ['reportEvery'],
    message: 'debe ser 1 o más sin periodMs: no se informaría nada',
  })
  .refine(({ tagPopulation, session }) => tagPopulation === undefined || session !== undefined, {
    path: ['tagPopulation'],
    message: 'necesita session a su lado, por ejemplo 1',
  })
  .refine(
    ({ antennas = {}, useAntennas }) =>
      useAntennas === undefined ||
      Object.keys(antennas).every((n) => useAntennas.includes(Number(n))),
    { path: ['antennas'], message: 'nombra una antena que useAntennas deja fuera' },
  )
export type LlrpReaderConfig = z.infer<typeof LlrpReaderConfig>

/** What is to be asked of the reader. */
export type LlrpSettings = Pick<
  LlrpReaderConfig,
  | 'useAntennas'
  | 'session'
  | 'tagPopulation'
  | 'transmitter'
  | 'periodMs'
  | 'reportEvery'
  | 'keepaliveMs'
>
