import { Box } from '@mantine/core'
import type { AgentDetail, AgentInput } from '@vehicle-control/protocol'
import { type ReactNode, useEffect, useState } from 'react'
import { useApp } from '../../../../../app-parts.ts'
import { useContacts } from '../../../../../contacts/use-contacts.ts'
import { StateMark } from '../../../../../components/StateMark.tsx'
import { sampleOf } from '../../../../../live/later-events.ts'
import { useLiveLink } from '../../../../../live/LiveLink.tsx'
import { relayStates } from '../../../../../relays/relays-state.ts'
import { CONTACT_TEXTS } from '../../../../../texts/contacts.ts'
import { HARDWARE_TEXTS as TEXTS } from '../../../../../texts/admin/admin-hardware.ts'
import {
  barrierState,
  type DeviceState,
  inputState,
  readerDevices,
  sensorState,
  reportsReadersOnly,
} from '../../health/device-states.ts'
import { metricState } from '../../health/host-states.ts'
import classes from '../control.module.css'

/**
 * The devices of an agent and the state of its own machine; nothing for one that never reported.
 */
export function HardwarePanel({ agent }: { agent: AgentDetail }) {
  const { serverClock } = useApp()
  const inputs = useLiveInputs(agent)
  const contacts = useContacts().get(agent.code)
  if (agent.version === null) return null
  const { readers, sensors, relays, health } = agent
  const { barriers, connected } = contacts ?? { barriers: [], connected: false }
  const now = serverClock.now()
  return (
    <section aria-label={TEXTS.title}>
      <h3 className="heading">{TEXTS.title}</h3>
      <Box className="boxes" mt="0.5rem">
        <Group title={TEXTS.readers.title} isShown>
          {readers.length === 0 && <p className="note">{TEXTS.readers.none}</p>}
          {readerDevices(readers).map((device) => (
            <div key={device.path} className={classes.device}>
              <p className="note">
                {TEXTS.readers.at(device.path, TEXTS.readers.types[device.type] ?? device.type)}
              </p>
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
        <Group title={CONTACT_TEXTS.barriers} isShown={barriers.length > 0}>
          <DeviceList devices={barriers.map((barrier) => barrierState(barrier, connected))} />
        </Group>
        {relays !== null && (
          <Group title={TEXTS.relays.title} isShown>
            <DeviceList devices={relayStates(relays)} />
          </Group>
        )}
        <Group title={TEXTS.host.title} isShown={health.length > 0}>
          <DeviceList devices={health.map((one) => metricState(one, now))} />
        </Group>
      </Box>
      {reportsReadersOnly(agent) && <p className="note">{TEXTS.none}</p>}
    </section>
  )
}

interface GroupProps {
  title: string
  isShown: boolean
  children: ReactNode
}

function Group({ title, isShown, children }: GroupProps) {
  return (
    isShown && (
      <div className={classes.box}>
        <h4>{title}</h4>
        {children}
      </div>
    )
  )
}

/** Devices of one sort, each with its state as shape, colour and words. */
function DeviceList({ devices }: { devices: readonly DeviceState[] }) {
  return (
    <ul className={classes.devices}>
      {devices.map(({ name, tone, state, about }) => (
        <li key={name} className="row">
          <span className="strong">{name}</span>
          {tone === 'quiet' ? (
            <span className="muted">○ {state}</span>
          ) : (
            <StateMark tone={tone}>
              <span className="wraps">{state}</span>
            </StateMark>
          )}
          {about !== null && <span className="note">{about}</span>}
        </li>
      ))}
    </ul>
  )
}

interface Change {
  readonly at: number
  readonly active: boolean
}

/** The input lines of an agent: as the list has them, or as a newer event says. */
function useLiveInputs({ code, inputs }: AgentDetail): readonly AgentInput[] {
  const { serverClock } = useApp()
  const { feed } = useLiveLink()
  const [changes, setChanges] = useState<ReadonlyMap<string, Change>>(new Map())
  useEffect(() => {
    return feed.subscribe((events) => {
      const received: [string, Change][] = []
      for (const one of events) {
        const sample = sampleOf(one, serverClock.now())
        if (sample?.code !== code || sample.type !== 'input') continue
        const { source, at, value } = sample
        received.push([source, { at, active: value !== 0 }])
      }
      if (received.length > 0) setChanges((known) => new Map([...known, ...received]))
    })
  }, [feed, serverClock, code])
  return inputs.map((input) => {
    const change = changes.get(input.id)
    const isNewer = change !== undefined && change.at > Date.parse(input.since)
    return isNewer ? { ...input, active: change.active, error: null } : input
  })
}
