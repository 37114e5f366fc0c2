import { connect, type Socket } from 'node:net'

const HANDSHAKE =
  'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg=='
const ANSWER_WITHIN_MS = 60_000

interface FrameFlags {
  fin?: boolean
  rsv?: number
  isMasked?: boolean
}

/** A WebSocket over bare TCP, which sends what no library would. */
export class RawWebSocket {
  readonly #socket: Socket
  #bytes = Buffer.alloc(0)
  #closeCode: number | null = null
  readonly #frames: Record<string, unknown>[] = []
  #wake = () => {}

  /** @throws Error when the handshake is refused. */
  static async open(url: string, headers: Record<string, string>): Promise<RawWebSocket> {
    const { socket, status, rest } = await shake(url, headers, '/api/agent/sync')
    if (status !== 101) {
      socket.destroy()
      throw new Error(`the handshake was answered ${status}`)
    }
    return new RawWebSocket(socket, rest)
  }

  /** Shakes hands and hangs up. */
  static async refused(
    url: string,
    headers: Record<string, string>,
    path: string,
  ): Promise<{ status: number }> {
    const { socket, status } = await shake(url, headers, path)
    socket.destroy()
    return { status }
  }

  private constructor(socket: Socket, rest: Buffer) {
    this.#socket = socket
    socket.on('data', (chunk: Buffer) => this.#take(chunk))
    socket.on('close', () => this.#wake())
    socket.setTimeout(ANSWER_WITHIN_MS, () => this.#wake())
    this.#take(rest)
  }

  write(bytes: Buffer): void {
    if (!this.#socket.destroyed) this.#socket.write(bytes)
  }

  sendText(text: string): void {
    this.send(1, Buffer.from(text))
  }

  send(
    opcode: number,
    payload: Buffer,
    { fin = true, rsv = 0, isMasked = true }: FrameFlags = {},
  ): void {
    const mask = Buffer.from([1, 2, 3, 4])
    const { length } = payload
    const size = length < 126 ? 0 : length < 65_536 ? 2 : 8
    const head = Buffer.alloc(2 + size)
    head[0] = (fin ? 0x80 : 0) | (rsv << 4) | opcode
    head[1] = (isMasked ? 0x80 : 0) | (size === 0 ? length : size === 2 ? 126 : 127)
    if (size === 2) head.writeUInt16BE(length, 2)
    if (size === 8) head.writeBigUInt64BE(BigInt(length), 2)
    const masked = payload.map((byte, i) => byte ^ (mask[i & 3] ?? 0))
    this.write(Buffer.concat(isMasked ? [head, mask, masked] : [head, payload]))
  }

  /** The next frame of this type; undefined when the connection ended before. */
  async next(type: string): Promise<Record<string, unknown> | undefined> {
    for (;;) {
      const frame = this.#frames.shift()
      if (frame?.['type'] === type) return frame
      if (frame !== undefined) continue
      if (this.isOver) return undefined
      await this.#change()
    }
  }

  /** What the hub said up to the answer to this ping: its frames' types, or the code of its end. */
  async untilPong(mono: number): Promise<string> {
    const heard = new Set<string>()
    const from = performance.now()
    for (;;) {
      const frame = this.#frames.shift()
      if (frame?.['type'] === 'pong' && frame['mono'] === mono) {
        const types = ['refuse', 'nack', 'ack', 'welcome'].filter((type) => heard.has(type))
        return types[0] ?? 'pong'
      }
      if (frame !== undefined) {
        heard.add(String(frame['type']))
        continue
      }
      if (this.isOver) return this.ending
      if (performance.now() - from > ANSWER_WITHIN_MS) return 'nothing'
      await this.#change()
    }
  }

  /** How it ended, by the code that the hub gave. */
  get ending(): string {
    return `close ${this.#closeCode ?? 1006}`
  }

  destroy(): void {
    this.#socket.destroy()
  }

  /** The hub ended it, or the connection is gone. */
  get isOver(): boolean {
    return this.#closeCode !== null || this.#socket.destroyed
  }

  async #change(): Promise<void> {
    await new Promise<void>((resolve) => (this.#wake = resolve))
  }

  #take(chunk: Buffer): void {
    this.#bytes = Buffer.concat([this.#bytes, chunk])
    for (;;) {
      const short = (this.#bytes[1] ?? 0) & 0x7f
      const head = short === 126 ? 4 : short === 127 ? 10 : 2
      if (this.#bytes.length < head) break
      const length =
        short === 126
          ? this.#bytes.readUInt16BE(2)
          : short === 127
            ? Number(this.#bytes.readBigUInt64BE(2))
            : short
      if (this.#bytes.length < head + length) break
      const payload = this.#bytes.subarray(head, head + length)
      const opcode = (this.#bytes[0] ?? 0) & 15
      this.#bytes = this.#bytes.subarray(head + length)
      if (opcode === 1) this.#frames.push(JSON.parse(payload.toString()) as Record<string, unknown>)
      if (opcode === 8) this.#closeCode = payload.length < 2 ? 1005 : payload.readUInt16BE(0)
    }
    this.#wake()
  }
}

async function shake(
  url: string,
  headers: Record<string, string>,
  path: string,
): Promise<{ socket: Socket; status: number; rest: Buffer }> {
  const { hostname, port, host } = new URL(url)
  const socket = connect(Number(port), hostname)
  // What the hub cuts off is counted by how it ended.
  socket.on('error', () => socket.destroy())
  await new Promise((resolve) => socket.once('connect', resolve).once('close', resolve))
  const own = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${HANDSHAKE}\r\n${own.join('')}\r\n`)
  let answer = Buffer.alloc(0)
  while (!answer.includes('\r\n\r\n')) {
    const chunk = await new Promise<Buffer | null>((resolve) => {
      socket.once('data', (bytes: Buffer) => resolve(bytes))
      socket.once('close', () => resolve(null))
    })
    if (chunk === null) return { socket, status: 0, rest: Buffer.alloc(0) }
    answer = Buffer.concat([answer, chunk])
  }
  const end = answer.indexOf('\r\n\r\n') + 4
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(answer.toString('latin1'))?.[1] ?? 0)
  return { socket, status, rest: answer.subarray(end) }
}
