import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/** Makes a certificate for 127.0.0.1 that signed itself, in the folder; answers its file and its key's. */
export function createCertificate(folder: string): { cert: string; key: string } {
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const args = ['req', ...kind, '-days', '2', ...subject, '-keyout', key, '-out', cert]
  execFileSync('openssl', args, { stdio: 'ignore' })
  return { cert, key }
}
