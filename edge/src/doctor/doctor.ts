import { ConfigError, EXIT_CONFIG } from '@vehicle-control/protocol/errors'
import type { ReaderState } from '@vehicle-control/protocol'
import { join } from 'node:path'
import { CAPTURE_SOCKET } from '../capture/capture-line.ts'
import { type EdgeConfig, loadConfig } from '../config.ts'
import { serviceEnvironment } from '../service-environment.ts'
import { lockHolder } from '../outbox/file/lock-holder.ts'
import { checkDisk } from './data-disk.ts'
import { EXIT_FAULT, EXIT_WELL, fault, type Finding, ok } from './finding.ts'
import { checkLines } from './gpio-lines.ts'
import { checkRetention } from './gpio-retention.ts'
import { checkHubAddress } from './hub/hub-address.ts'
import { checkHubAnswer } from './hub/hub-answer.ts'
import { checkHubKey } from './hub/hub-key.ts'
import { type Machine, placeOf } from './machine.ts'
import { readPlainFile } from './plain-file.ts'
import { checkPackages } from './native-packages.ts'
import { neededPackages } from './needed-packages.ts'
import { checkReader } from './readers/reader-checks.ts'
import { runningReaders } from './readers/running-readers.ts'
import { checkSharedPorts } from './readers/shared-port.ts'
import { checkBoards } from './relay-boards.ts'
import { checkSensors } from './sensors.ts'
import { checkUnit } from './service-unit.ts'
import { checkClock } from './system-clock.ts'

/** For files that root names: the configuration, and CA bundles. */
const BY_ROOT = { mayBeLink: true, maxBytes: 1024 * 1024 }

export interface Diagnosis {
  /** The agent's code; null where the configuration is not valid. */
  agent: string | null
  findings: Finding[]
  /** 0: no fault. 1: a fault. 78: a configuration that the edge refuses, whatever else is wrong. */
  exitCode: number
}

/**
 * Examines the device for the edge of this environment, whether it runs or not: one that runs is asked
 * for its readers. It changes nothing, opens neither the outbox nor a reader's port, and never rejects.
 */
export async function diagnose(machine: Machine, env: NodeJS.ProcessEnv): Promise<Diagnosis> {
  const readFile = (path: string) => readPlainFile(placeOf(machine, path), BY_ROOT)
  const read = readConfig(env, readFile)
  const config = 'fault' in read ? null : read.config
  const edgePid = config === null ? null : edgeOn(machine, config.dataDir)
  const parts: Promise<Finding[]>[] = [
    Promise.resolve([
      'fault' in read
        ? read.fault
        : ok('config', `la configuración es válida${read.file ? ` (${read.file})` : ''}`),
    ]),
    guarded('service', () => checkUnit(machine, edgePid)),
    guarded('clock', () => checkClock(machine)),
    guarded('gpio-retention', () => {
      const relays = config?.relays
      const movesRelays = relays !== undefined && relays.driver !== 'simulated'
      return checkRetention(machine, movesRelays && relays.lines.length > 0)
    }),
  ]
  if (config !== null) {
    const socket = placeOf(machine, join(config.dataDir, CAPTURE_SOCKET))
    const said = await runningReaders(socket, config.readers)
    parts.push(...configured(machine, config, { edgePid, said }))
  }
  const findings = (await Promise.all(parts)).flat()
  const isFaulty = findings.some(({ status }) => status === 'fault')
  const exitCode = config === null ? EXIT_CONFIG : isFaulty ? EXIT_FAULT : EXIT_WELL
  return { agent: config?.agentCode ?? null, findings, exitCode }
}

function configured(
  machine: Machine,
  config: EdgeConfig,
  { edgePid, said }: { edgePid: number | null; said: ReadonlyMap<string, ReaderState> },
): Promise<Finding[]>[] {
  const { hubUrl, allowHttp } = config
  return [
    guarded('disk', () => checkDisk(machine, config.dataDir)),
    guarded('package', () => checkPackages(machine, neededPackages(config))),
    ...config.readers.map((reader) => {
      return guarded('reader', () =>
        checkReader(machine, reader, { edgePid, said: said.get(reader.id) }),
      )
    }),
    guarded('gpio-chip', () => checkLines(machine, config, edgePid)),
    guarded('relay-board', () => checkBoards(machine, config, edgePid)),
    guarded('sensor', () => checkSensors(machine, config.sensors)),
    guarded('port-shared', () => checkSharedPorts(machine, config.readers)),
    guarded('hub', async () => {
      const found = await checkHubAddress(hubUrl, machine.now())
      if (found.some(({ status }) => status === 'fault')) return found
      const now = () => machine.now()
      found.push(...(await checkHubAnswer(hubUrl, { now, allowHttp })))
      return found.some(({ status }) => status === 'fault')
        ? found
        : [...found, ...(await checkHubKey(machine, config))]
    }),
  ]
}

function readConfig(
  env: NodeJS.ProcessEnv,
  readFile: (path: string) => string,
): { config: EdgeConfig; file: string | null } | { fault: Finding } {
  try {
    const service = serviceEnvironment(env, readFile)
    return { config: loadConfig(service.env, readFile), file: service.file }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const fix = error.message.includes('(EACCES)')
      ? 'repítalo con sudo'
      : 'corrija esa variable o clave; el README del edge las describe todas'
    return { fault: fault({ check: 'config', text: error.message, fix }) }
  }
}

/** The process of the edge on a data folder, by the lock on its outbox. */
function edgeOn(machine: Machine, dataDir: string): number | null {
  return lockHolder(placeOf(machine, join(dataDir, 'outbox.db')))?.pid ?? null
}

/** Runs a check; one that throws becomes a finding, and does not stop the others. */
async function guarded(
  check: string,
  run: () => Finding[] | Promise<Finding[]>,
): Promise<Finding[]> {
  try {
    return await run()
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return [fault({ check, text: `no se pudo revisar: ${why}`, fix: 'repítalo con sudo' })]
  }
}
