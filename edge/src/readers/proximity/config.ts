import { z } from 'zod'
import { uidSetting } from '../reader-fields.ts'
import { serialReaderFields } from '../serial/serial-fields.ts'

/** `uid: decimal` names a card by the ten digits that are printed on it. */
const cardReaderFields = { ...serialReaderFields, uid: uidSetting('decimal') }

/** RDM630 and RDM6300, and the Mifare or EM desktop readers that speak binary over USB. */
export const Rdm6300ReaderConfig = z.strictObject({
  type: z.literal('rdm6300'),
  ...cardReaderFields,
})

/** ID-2LA, ID-12LA and ID-20LA. */
export const Id12laReaderConfig = z.strictObject({ type: z.literal('id12la'), ...cardReaderFields })

/** EM-18, whose frames have neither begin nor end. */
export const Em18ReaderConfig = z.strictObject({ type: z.literal('em18'), ...cardReaderFields })
