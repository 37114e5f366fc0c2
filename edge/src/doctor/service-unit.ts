import { fault, type Finding, ok, warning } from './finding.ts'
import type { Machine } from './machine.ts'

const UNIT = 'vehicle-control-edge'
const PROPERTIES = 'LoadState,ActiveState,SubState,UnitFileState'

/** The systemd unit: there, running, and started at boot. */
export async function checkUnit(machine: Machine, edgePid: number | null): Promise<Finding[]> {
  const check = 'service'
  const said = await machine.run('systemctl', ['show', UNIT, '-p', PROPERTIES])
  const value = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(said ?? '')?.[1] ?? ''
  if (value('LoadState') === '') return [ok(check, 'sin systemd: el edge se arranca de otro modo')]
  if (value('LoadState') !== 'loaded') {
    const text = `la unidad ${UNIT} no está instalada`
    const fix = `sudo cp systemd/${UNIT}.service /etc/systemd/system/ && sudo systemctl enable --now ${UNIT}`
    return [warning({ check, text, fix })]
  }
  const found: Finding[] = []
  const state = value('ActiveState')
  if (state === 'active') found.push(ok(check, `${UNIT} está en marcha`))
  else if (state === 'failed') {
    const fix = `journalctl -u ${UNIT} -n 50, corrija la causa y: sudo systemctl restart ${UNIT}`
    found.push(fault({ check, text: `${UNIT} ha fallado`, fix }))
  } else {
    const by = edgePid === null ? '' : ` (hay un edge en marcha fuera de systemd: ${edgePid})`
    const text = `${UNIT} no está en marcha: ${state} (${value('SubState')})${by}`
    found.push(warning({ check, text, fix: `sudo systemctl start ${UNIT}` }))
  }
  if (!value('UnitFileState').startsWith('enabled')) {
    const text = `${UNIT} no arranca con el sistema`
    found.push(warning({ check: 'service-boot', text, fix: `sudo systemctl enable ${UNIT}` }))
  }
  return found
}
