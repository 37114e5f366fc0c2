import type { DeviceDriver } from '../device/device-driver.ts'
import type { LlrpSettings } from './config.ts'
import { LlrpConversation } from './conversation.ts'
import { type LlrpFrame, LlrpFramer } from './framer.ts'

/** The driver of a reader that speaks LLRP. */
export function createLlrpDriver(settings: LlrpSettings): DeviceDriver<LlrpFrame> {
  let conversation: LlrpConversation | null = null
  return {
    createParser: (output) => new LlrpFramer(output),
    take: (frame, output) => conversation?.take(frame, output),
    run(io, signal) {
      conversation = new LlrpConversation(io, settings)
      return conversation.run(signal)
    },
  }
}
