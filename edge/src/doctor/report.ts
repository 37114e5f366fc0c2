import type { Diagnosis } from './doctor.ts'
import type { Finding, Status } from './finding.ts'

const WORDS: Record<Status, string> = { ok: 'bien ', warning: 'AVISO', fault: 'FALLO' }

/** The findings for a person at a terminal, in Spanish, each with its fix. */
export function textReport({ agent, findings }: Diagnosis, version: string): string {
  const count = (status: Status) => findings.filter((one) => one.status === status).length
  const title = `Vehicle Control edge ${version}, diagnóstico${agent === null ? '' : ` de ${agent}`}`
  const total = `bien: ${count('ok')} · avisos: ${count('warning')} · fallos: ${count('fault')}`
  return [title, '', ...findings.flatMap(linesOf), '', total].join('\n')
}

function linesOf({ status, subject, text, fix }: Finding): string[] {
  const line = `${WORDS[status]}  ${subject === undefined ? '' : `${subject}: `}${text}`
  return fix === undefined ? [line] : [line, `       → ${fix}`]
}

/** The findings for a program: the keys are English, the texts Spanish. */
export function jsonReport({ agent, findings, exitCode }: Diagnosis, version: string): string {
  return JSON.stringify({ version, agent, exitCode, findings }, null, 2)
}
