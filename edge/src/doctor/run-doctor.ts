import { parseArgs } from 'node:util'
import { UsageError } from '../usage.ts'
import { VERSION } from '../version.ts'
import { diagnose } from './doctor.ts'
import { thisMachine } from './machine.ts'
import { jsonReport, textReport } from './report.ts'

/**
 * Runs `doctor [--json]`, prints what it found, and resolves to the exit code.
 *
 * @throws UsageError
 */
export async function runDoctor(args: string[]): Promise<number> {
  const { json } = parse(args)
  const diagnosis = await diagnose(thisMachine(), process.env)
  const report = json ? jsonReport : textReport
  process.stdout.write(`${report(diagnosis, VERSION)}\n`)
  return diagnosis.exitCode
}

function parse(args: string[]): { json?: boolean | undefined } {
  try {
    return parseArgs({ args, options: { json: { type: 'boolean' } } }).values
  } catch (error) {
    // parseArgs throws for what it does not know.
    throw new UsageError(`doctor: ${error instanceof Error ? error.message : String(error)}`)
  }
}
