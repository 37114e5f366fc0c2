import { fault, type Finding, ok } from '../finding.ts'
import { listenOnce } from './webhook-port.ts'

/**
 * The port where a reader dials in: free, or the running edge's, which is not called. A call from here
 * would be taken for the reader where `from` allows this machine, and refused with a warning where not.
 */
export async function checkDialIn(at: {
  reader: string
  host: string
  port: number
  edgePid: number | null
}): Promise<Finding[]> {
  const { reader: subject, host, port, edgePid } = at
  const check = 'reader-port'
  const where = `${host}:${port}`
  const code = await listenOnce(host, port)
  if (code === null) {
    if (edgePid === null) return [ok(check, `el puerto ${where} está libre`, subject)]
    const text = `el edge está en marcha, y en ${where} no escucha nadie`
    return [
      fault({ check, subject, text, fix: 'reinicie el edge; si sigue así, mire su registro' }),
    ]
  }
  if (code === 'EADDRINUSE' && edgePid !== null) {
    return [ok(check, `en ${where} se escucha al lector`, subject)]
  }
  if (code === 'EADDRNOTAVAIL') {
    const text = `${host} no es una dirección de este equipo`
    const fix = `en EDGE_CONFIG ponga en "listen" una de las que da: ip -brief address`
    return [fault({ check, subject, text, fix })]
  }
  const text = `no se puede escuchar en ${where} (${code})`
  const fix = `sudo ss -ltnp 'sport = :${port}' dice quién lo tiene; cambie "listen" en EDGE_CONFIG`
  return [fault({ check, subject, text, fix })]
}
