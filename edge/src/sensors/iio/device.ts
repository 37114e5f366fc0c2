import { readdir, readFile, realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { DeviceError } from '../../device-error.ts'
import { SensorMissing } from '../sensor.ts'

const IIO_DEVICES = 'bus/iio/devices'

/** What the kernel means by the errors of a sensor's files. */
const FAULTS: Record<string, string> = {
  EIO: 'it answers with noise (EIO): check its wiring and its pull-up',
  ETIMEDOUT: 'it does not answer (ETIMEDOUT): check its wiring and its power',
  ENXIO: 'it does not answer on its bus (ENXIO)',
  EREMOTEIO: 'it does not answer on its bus (EREMOTEIO)',
  EACCES: 'its files cannot be read (EACCES): give the service the right to',
}

/**
 * The folder of the device of this name, where `sysfs` is the kernel's /sys. A node of the device tree has its address
 * after an @, which may be left out; devices of one name differ by their place on the bus («1-0048»).
 *
 * @throws SensorMissing where none or several are meant.
 */
export async function findIioDevice(sysfs: string, name: string): Promise<string> {
  const root = join(sysfs, IIO_DEVICES)
  const found: { folder: string; name: string; place: string }[] = []
  for (const entry of await foldersIn(root)) {
    const folder = join(root, entry)
    const known = (await readFile(join(folder, 'name'), 'utf8').catch(() => '')).trim()
    const place = basename(dirname(await realpath(folder)))
    found.push({ folder, name: known, place })
  }
  const meant = found.filter((device) => [device.name, device.place].includes(name))
  const byNode = found.filter((device) => device.name.split('@')[0] === name)
  const [device, ...others] = meant.length > 0 ? meant : byNode
  if (device !== undefined && others.length === 0) return device.folder
  const present = found.map((each) => each.name).join(', ') || 'none'
  if (device === undefined) {
    throw new SensorMissing(
      `no IIO device is named ${name} (there are: ${present}); is its dtoverlay in config.txt?`,
    )
  }
  const places = [device, ...others].map((each) => (each.name === name ? each.place : each.name))
  throw new SensorMissing(`several IIO devices are named ${name}; use one of ${places.join(', ')}`)
}

/** The fault of a device whose file gave this error code. */
export function describeIioFault(code: string): string {
  return FAULTS[code] ?? `it cannot be read (${code})`
}

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error)

/** The folders of devices; those of triggers lie beside them. */
async function foldersIn(root: string): Promise<string[]> {
  try {
    return (await readdir(root)).filter((entry) => entry.startsWith('iio:device'))
  } catch (cause) {
    throw new SensorMissing('this system has no IIO devices; is a dtoverlay in config.txt?', {
      cause,
    })
  }
}

/**
 * A channel's value in the unit of the IIO interface (mV, m°C, m%): what the kernel has worked out,
 * or else (raw + offset) × scale, whose factors may belong to all channels of one kind.
 *
 * @throws DeviceError when it cannot be measured, SensorMissing when the device has no such channel.
 */
export async function readChannel(folder: string, channel: string): Promise<number> {
  const measured = await readNumber(join(folder, `in_${channel}_input`))
  if (measured !== null) return measured
  const raw = await readNumber(join(folder, `in_${channel}_raw`))
  if (raw === null) throw new SensorMissing(`the device has no input in_${channel}`)
  const kind = channel.replace(/\d+$/, '')
  const factor = async (name: string) =>
    (await readNumber(join(folder, `in_${channel}_${name}`))) ??
    (await readNumber(join(folder, `in_${kind}_${name}`)))
  return (raw + ((await factor('offset')) ?? 0)) * ((await factor('scale')) ?? 1)
}

/** The number in a file; null where there is no such file. */
async function readNumber(path: string): Promise<number | null> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    const code = codeOf(cause)
    if (code === 'ENOENT') return null
    throw new DeviceError(describeIioFault(code), { cause })
  })
  if (text === null) return null
  const number = Number(text)
  if (text.trim() !== '' && Number.isFinite(number)) return number
  throw new DeviceError(`${basename(path)} holds no number`)
}
