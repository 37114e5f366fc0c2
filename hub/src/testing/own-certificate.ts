import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Files of a self-signed certificate and of its key, and the content of the certificate. */
export interface OwnCertificate {
  certFile: string
  keyFile: string
  cert: Buffer
}

/** Makes one in `folder` for these names, written as `DNS:localhost` or `IP:127.0.0.1`. */
export function makeCertificate(
  folder: string,
  { name, kind = ['ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'] }: CertificateOptions,
): OwnCertificate {
  const certFile = join(folder, 'cert.pem')
  const keyFile = join(folder, 'key.pem')
  const subject = ['-subj', '/CN=test', '-addext', `subjectAltName=${name}`]
  const files = ['-keyout', keyFile, '-out', certFile]
  const args = ['req', '-x509', '-newkey', ...kind, '-nodes', '-days', '1', ...subject, ...files]
  execFileSync('openssl', args, { stdio: 'ignore' })
  return { certFile, keyFile, cert: readFileSync(certFile) }
}

interface CertificateOptions {
  name: string
  /** Of the key, as openssl's -newkey takes it; absent: P-256. */
  kind?: readonly string[]
}
