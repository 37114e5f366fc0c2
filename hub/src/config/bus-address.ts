/**
 * Address and credentials of the MQTT broker. Never log it: it has the password.
 */
export interface BusAddress {
  protocol: 'mqtt' | 'mqtts'
  host: string
  port: number
  username?: string
  password?: string
}

/** Parses an `mqtt://` or `mqtts://` URL; null for any other text. */
export function busAddress(text: string): BusAddress | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  if (!/^mqtts?:$/.test(url.protocol) || url.hostname === '') return null
  if (!['', '/'].includes(url.pathname) || url.search !== '' || url.hash !== '') return null
  const isTls = url.protocol === 'mqtts:'
  const port = url.port === '' ? (isTls ? 8883 : 1883) : Number(url.port)
  // A URL writes an IPv6 address in brackets, a socket does not.
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const address: BusAddress = { protocol: isTls ? 'mqtts' : 'mqtt', host, port }
  try {
    if (url.username !== '') address.username = decodeURIComponent(url.username)
    if (url.password !== '') address.password = decodeURIComponent(url.password)
  } catch {
    // A stray % in the credentials.
    return null
  }
  return address
}
