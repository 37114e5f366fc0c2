/** `warning`: the edge works, but not as well or as surely as it could. */
export type Status = 'ok' | 'warning' | 'fault'

/** What one check found. */
export interface Finding {
  /** Names what was looked at, such as `port` or `hub-key`. */
  check: string
  /** The reader, pin or package concerned, where there are several. */
  subject?: string
  status: Status
  /** What was found: one line, in Spanish. */
  text: string
  /** The command that fixes it, or what to do, in Spanish. */
  fix?: string
}

/** The exit codes of the doctor: no fault, a fault, and a configuration that the edge refuses. */
export const EXIT_WELL = 0
export const EXIT_FAULT = 1

export const ok = (check: string, text: string, subject?: string): Finding =>
  finding('ok', { check, text, subject })

export const warning = (found: Problem): Finding => finding('warning', found)

export const fault = (found: Problem): Finding => finding('fault', found)

/** A warning or a fault. */
export interface Problem {
  check: string
  text: string
  fix?: string | undefined
  subject?: string | undefined
}

function finding(status: Status, { check, subject, text, fix }: Problem): Finding {
  return {
    check,
    ...(subject === undefined ? {} : { subject }),
    status,
    text,
    ...(fix === undefined ? {} : { fix }),
  }
}
