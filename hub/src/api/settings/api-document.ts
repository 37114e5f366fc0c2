import { z } from 'zod'
import { declareCall } from '../http/call.ts'

export const apiDocumentCalls = [
  declareCall({
    id: 'openApi',
    method: 'GET',
    path: '/api/openapi.json',
    who: 'public',
    summary: 'This document',
    answer: z.record(z.string(), z.unknown()),
    handle: ({ context }, { openApi }) => context.json(openApi()),
  }),
]
