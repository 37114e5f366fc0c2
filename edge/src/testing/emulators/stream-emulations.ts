import { a0 } from './a0.ts'
import { chafon } from './chafon.ts'
import { chafonCf } from './chafon-cf.ts'
import { line } from './line.ts'
import { m100 } from './m100.ts'
import { em18, id12la, rdm6300 } from './proximity.ts'
import type { StreamEmulations, StreamTypeName } from './stream-emulation.ts'
import { thingmagic } from './thingmagic.ts'

/** The emulations of every type whose device is a stream of bytes: the one list that all tests follow. */
export const STREAM_EMULATIONS: { readonly [T in StreamTypeName]: StreamEmulations<T> } = {
  line,
  rdm6300,
  id12la,
  em18,
  m100,
  chafon,
  chafon_cf: chafonCf,
  a0,
  thingmagic,
}
