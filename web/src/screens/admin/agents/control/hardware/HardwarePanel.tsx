import type { AgentDetail } from '@vehicle-control/protocol'
import { type ReactNode, useId } from 'react'
import { useApp } from '../../../../../app-parts.ts'
import { HARDWARE_TEXTS as TEXTS } from '../../../../../texts/admin/admin-hardware.ts'
import {
  inputState,
  readerDevices,
  relaysState,
  sensorState,
  tellsOfReadersOnly,
} from '../../health/device-states.ts'
import { metricState } from '../../health/host-states.ts'
import { DeviceList } from './DeviceList.tsx'
import classes from './hardware.module.css'
import { useLiveInputs } from './use-live-inputs.ts'

/** What hangs on an agent, and how its own machine does; nothing for one that never reported. */
export function HardwarePanel({ agent }: { agent: AgentDetail }) {
  const { serverClock } = useApp()
  const inputs = useLiveInputs(agent)
  if (agent.version === null) return null
  const { readers, sensors, relays, health } = agent
  const now = serverClock.now()
  return (
    <section className={classes.panel} aria-label={TEXTS.title}>
      <h3>{TEXTS.title}</h3>
      <div className={classes.groups}>
        <Group title={TEXTS.readers.title} isShown={readers.length > 0}>
          {readerDevices(readers).map((device) => (
            <div key={device.path} className={classes.device}>
              <p className={classes.about}>{TEXTS.readers.at(device.path, device.type)}</p>
              <DeviceList devices={device.readers} />
            </div>
          ))}
        </Group>
        <Group title={TEXTS.sensors.title} isShown={sensors.length > 0}>
          <DeviceList devices={sensors.map(sensorState)} />
        </Group>
        <Group title={TEXTS.inputs.title} isShown={inputs.length > 0}>
          <DeviceList devices={inputs.map(inputState)} />
        </Group>
        {relays !== null && (
          <Group title={TEXTS.relays.title} isShown>
            <DeviceList devices={[relaysState(relays)]} />
          </Group>
        )}
        <Group title={TEXTS.host.title} isShown={health.length > 0}>
          <DeviceList devices={health.map((one) => metricState(one, now))} />
        </Group>
      </div>
      {tellsOfReadersOnly(agent) && <p className={classes.about}>{TEXTS.none}</p>}
    </section>
  )
}

interface GroupProps {
  title: string
  isShown: boolean
  children: ReactNode
}

function Group({ title, isShown, children }: GroupProps) {
  const id = useId()
  return (
    isShown && (
      <section className={classes.group} aria-labelledby={id}>
        <h4 id={id}>{title}</h4>
        {children}
      </section>
    )
  )
}
