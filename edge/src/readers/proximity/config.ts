import { uidSetting } from '../reader-fields.ts'
import { streamSchema } from '../stream/stream-fields.ts'

/** `uid: decimal` names a card by the ten digits that are printed on it. */
const cardReaderFields = { uid: uidSetting('decimal') }

/** RDM630 and RDM6300, and the Mifare or EM desktop readers that speak binary over USB. */
export const Rdm6300ReaderConfig = streamSchema('rdm6300', cardReaderFields)

/** ID-2LA, ID-12LA and ID-20LA. */
export const Id12laReaderConfig = streamSchema('id12la', cardReaderFields)

/** EM-18, whose frames have neither begin nor end. */
export const Em18ReaderConfig = streamSchema('em18', cardReaderFields)
