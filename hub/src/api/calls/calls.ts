import { PublicConfig } from '@vehicle-control/protocol'
import { z } from 'zod'
import type { CallName } from '../access.ts'
import { assetCalls } from './assets.ts'
import type { Call } from './call.ts'
import { fleetCalls } from './fleet.ts'
import { peopleCalls } from './people.ts'
import { readCalls } from './reads.ts'

/** Every call of the access table. */
export const calls: Record<CallName, Call> = {
  ...peopleCalls,
  ...fleetCalls,
  ...assetCalls,
  ...readCalls,
  'GET /api/public-config': { summary: 'What the login page shows', answer: PublicConfig },
  'GET /api/openapi.json': {
    summary: 'This document',
    answer: z.record(z.string(), z.unknown()),
  },
}
