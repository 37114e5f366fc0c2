import { readdir, readFile, realpath } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { DeviceError } from '../device-error.ts'
import { SensorMissing, SeveralSensors } from './sensor.ts'

/** What the kernel means by the errors of a sensor's files. */
const FAULTS: Record<string, string> = {
  EIO: 'it answers with noise (EIO): check its wiring and its pull-up',
  ETIMEDOUT: 'it does not answer (ETIMEDOUT): check its wiring and its power',
  ENXIO: 'it does not answer on its bus (ENXIO)',
  EREMOTEIO: 'it does not answer on its bus (EREMOTEIO)',
  EACCES: 'its files cannot be read (EACCES): give the service the right to',
}

/** The fault of a device whose file gave this error code. */
export function describeKernelFault(code: string): string {
  return FAULTS[code] ?? `it cannot be read (${code})`
}

/** A folder of the kernel's /sys in which every device has a file `name`. */
export interface DeviceClass {
  /** As people call it. */
  kind: 'IIO' | 'hwmon'
  folder: string
  /** What the folders of devices begin with; other things may lie beside them. */
  prefix: string
  /** Folders from the device's own up to that of its place on the bus, such as «1-0048». */
  levelsUp: number
}

/**
 * The folder of the device of this name, where `sysfs` is the kernel's /sys. A node of the device tree has its address
 * after an @, which may be left out; devices of one name differ by their place on the bus («1-0048»).
 *
 * @throws SensorMissing where none or several are meant.
 */
export async function findDevice(
  sysfs: string,
  name: string,
  { kind, folder, prefix, levelsUp }: DeviceClass,
): Promise<string> {
  const root = join(sysfs, folder)
  const found: { folder: string; name: string; place: string }[] = []
  for (const entry of await foldersIn(root, prefix, kind)) {
    const own = join(root, entry)
    const known = (await readFile(join(own, 'name'), 'utf8').catch(() => '')).trim()
    const above = Array<string>(levelsUp).fill('..')
    // One that goes meanwhile has no place any more, and no name.
    const place = await realpath(own).catch(() => own)
    found.push({ folder: own, name: known, place: basename(join(place, ...above)) })
  }
  const meant = found.filter((device) => [device.name, device.place].includes(name))
  const byNode = found.filter((device) => device.name.split('@')[0] === name)
  const [device, ...others] = meant.length > 0 ? meant : byNode
  if (device !== undefined && others.length === 0) return device.folder
  const present = found.map((each) => each.name).join(', ') || 'none'
  if (device === undefined) {
    throw new SensorMissing(
      `no ${kind} device is named ${name} (there are: ${present}); is its dtoverlay in config.txt?`,
    )
  }
  const places = [device, ...others].map((each) => (each.name === name ? each.place : each.name))
  throw new SeveralSensors(kind, name, places)
}

async function foldersIn(root: string, prefix: string, kind: string): Promise<string[]> {
  try {
    return (await readdir(root)).filter((entry) => entry.startsWith(prefix))
  } catch (cause) {
    throw new SensorMissing(`this system has no ${kind} devices; is a dtoverlay in config.txt?`, {
      cause,
    })
  }
}

/** The error code of a system call that failed. */
export const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error)

/**
 * The number in a file of a device; null where there is no such file.
 *
 * @throws DeviceError when the kernel gives none.
 */
export async function readNumber(path: string): Promise<number | null> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    const code = codeOf(cause)
    if (code === 'ENOENT') return null
    throw new DeviceError(describeKernelFault(code), { cause })
  })
  if (text === null) return null
  const number = Number(text)
  if (text.trim() !== '' && Number.isFinite(number)) return number
  throw new DeviceError(`${basename(path)} holds no number`)
}
