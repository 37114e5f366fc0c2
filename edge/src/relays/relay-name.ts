import { RelayName } from '@vehicle-control/protocol'
import { z } from 'zod'

const NAME_FAULT = 'must be a name of 1 to 64 characters on one line'

/** A relay's name in EDGE_CONFIG, spelled as the hub would spell it. */
export const relayName = z
  .string(NAME_FAULT)
  .refine((name) => RelayName.safeParse(name).success, NAME_FAULT)
  .transform((name) => RelayName.parse(name))
