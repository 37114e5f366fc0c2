import { access } from 'node:fs/promises'
import { isNtpSynced } from '../clock/ntp-sync.ts'
import { fault, type Finding, ok, warning } from './finding.ts'
import { type Machine, namesIn, placeOf, textOf } from './machine.ts'

/** Earlier than this the program did not exist: no such clock was ever set. */
const EARLIEST = Date.UTC(2025, 0, 1)
const RTC_OFF_MS = 60_000
const NTP_FIX = 'sudo timedatectl set-ntp true (y salida a Internet o a un servidor NTP propio)'

/** The wall clock: plausible, synced by NTP, and kept by a battery while the power is off. */
export async function checkClock(machine: Machine): Promise<Finding[]> {
  const now = machine.now()
  if (now < EARLIEST) {
    const text = `el reloj marca ${new Date(now).toISOString()}: no está puesto`
    return [fault({ check: 'clock', text, fix: NTP_FIX }), rtc(machine)]
  }
  const synced = await isNtpSynced({
    exists: (path) =>
      access(placeOf(machine, path)).then(
        () => true,
        () => false,
      ),
    async timedatectl() {
      const said = await machine.run('timedatectl', ['show', '-p', 'NTPSynchronized', '--value'])
      return said ?? 'no'
    },
  })
  const clock = synced
    ? ok('clock', 'el reloj está sincronizado por NTP')
    : warning({
        check: 'clock',
        text: 'el reloj no está sincronizado: el edge usa la hora del hub mientras lo alcanza',
        fix: NTP_FIX,
      })
  return [clock, rtc(machine)]
}

function rtc(machine: Machine): Finding {
  const check = 'rtc'
  const [first] = namesIn(machine, '/sys/class/rtc')
  if (first === undefined) {
    return ok(check, 'sin reloj de hardware: tras un corte la hora llega de NTP o del hub')
  }
  const seconds = Number(textOf(machine, `/sys/class/rtc/${first}/since_epoch`) ?? Number.NaN)
  const offMs = Math.abs(seconds * 1000 - machine.now())
  if (offMs <= RTC_OFF_MS) return ok(check, `${first} lleva la hora`)
  const text = Number.isNaN(offMs)
    ? `${first} no responde`
    : `${first} difiere ${Math.round(offMs / 1000)} s del reloj: ¿pila agotada o ausente?`
  return warning({ check, text, fix: 'sudo hwclock --systohc, y revise la pila' })
}
