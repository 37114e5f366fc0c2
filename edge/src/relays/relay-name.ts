import { RelayName } from '@vehicle-control/protocol'
import { z } from 'zod'

const NAME_FAULT = 'debe ser un nombre de 1 a 64 caracteres en una línea'

/** A relay's name in EDGE_CONFIG, spelled as the hub would spell it. */
export const relayName = z
  .string(NAME_FAULT)
  .refine((name) => RelayName.safeParse(name).success, NAME_FAULT)
  .transform((name) => RelayName.parse(name))
