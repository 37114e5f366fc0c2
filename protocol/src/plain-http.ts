/** Names and addresses of this machine itself. */
const LOOPBACK =
  /^(localhost|.*\.localhost|127(\.\d{1,3}){3}|\[::1\]|\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\])\.?$/i

/** True for an address that only this machine itself reaches. */
export function isLoopback({ hostname }: URL): boolean {
  return LOOPBACK.test(hostname)
}

/** True for http to another machine: whoever is on the way reads keys and tokens, and may use them. */
export function isCleartext(url: URL): boolean {
  return url.protocol === 'http:' && !isLoopback(url)
}
