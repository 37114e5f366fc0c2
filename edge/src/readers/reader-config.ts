import { z } from 'zod'
import { describeChoiceFault } from '../config-choice.ts'
import { READER_TYPES } from './reader-types.ts'

const { line, ...others } = READER_TYPES
const schemas = [line.schema, ...Object.values(others).map(({ schema }) => schema)] as const

/** A reader of EDGE_CONFIG; `type` chooses the driver. */
export const ReaderConfig = z.discriminatedUnion('type', schemas, {
  error: (issue) =>
    describeChoiceFault(issue.input, {
      key: 'type',
      object: 'debe ser un objeto con id y type',
      noun: 'un tipo de lector',
      supported: Object.keys(READER_TYPES),
    }),
})
export type ReaderConfig = z.infer<typeof ReaderConfig>
