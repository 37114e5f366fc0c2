import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { encodeMessage, MessageType } from '../../readers/llrp/message.ts'
import { Parameter, tlv, u16, u32 } from '../../readers/llrp/parameters.ts'
import type { ShownTag } from './emulator.ts'
import type { LlrpEmulator } from './llrp.ts'

const TAKEN_BY_ANOTHER = 2

/** Puts an LLRP reader that is made up on a TCP port. It serves one client, as real ones do. */
export class LlrpServer {
  readonly #device: LlrpEmulator
  readonly #server: Server
  #client: Socket | null = null
  #isAway = false
  /** Clients that it has sent away. */
  refused = 0

  constructor(device: LlrpEmulator) {
    this.#device = device
    this.#server = createServer((socket) => this.#accept(socket))
  }

  /** Resolves to the port. */
  async listen(port = 0): Promise<number> {
    this.#server.listen(port, '127.0.0.1')
    await once(this.#server, 'listening')
    return (this.#server.address() as AddressInfo).port
  }

  get hasClient(): boolean {
    return this.#client !== null
  }

  /** The network is gone: it ends the connection and takes none until `mend`; the device reads on. */
  cut(): void {
    this.#isAway = true
    this.#hangUp()
  }

  mend(): void {
    this.#isAway = false
  }

  /** Ends the connection within the report of this tag, which is lost. */
  breakOff(tag: ShownTag): void {
    const report = this.#device.reportOf(tag)
    const client = this.#client
    client?.write(report.subarray(0, report.length - 5), () => client.destroy())
  }

  async stop(): Promise<void> {
    this.#isAway = true
    this.#hangUp()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #accept(socket: Socket): void {
    socket.on('error', () => socket.destroy())
    if (this.#isAway) {
      socket.destroy()
      return
    }
    if (this.#client !== null) {
      this.refused++
      const stamp = tlv(Parameter.utcTimestamp, u32(0, 0))
      const attempt = tlv(Parameter.connectionAttempt, u16(TAKEN_BY_ANOTHER))
      const data = tlv(Parameter.eventNotificationData, stamp, attempt)
      socket.end(encodeMessage(MessageType.readerEventNotification, 0, data))
      return
    }
    this.#client = socket
    socket.on('data', (bytes) => this.#device.receive(bytes))
    socket.on('close', () => {
      if (this.#client === socket) this.#hangUp()
    })
    this.#device.attach((bytes) => socket.write(bytes))
  }

  #hangUp(): void {
    const client = this.#client
    this.#client = null
    if (client === null) return
    this.#device.detach()
    client.destroy()
  }
}
