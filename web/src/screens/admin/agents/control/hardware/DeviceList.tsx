import { StateMark } from '../../../../../components/StateMark.tsx'
import type { DeviceState } from '../../health/device-states.ts'
import classes from './hardware.module.css'

/** Devices of one sort, each with its state as shape, colour and words. */
export function DeviceList({ devices }: { devices: readonly DeviceState[] }) {
  return (
    <ul className={classes.devices}>
      {devices.map(({ name, tone, state, about }) => (
        <li key={name}>
          <span className={classes.name}>{name}</span>
          {tone === 'quiet' ? (
            <span className={classes.quiet}>○ {state}</span>
          ) : (
            <StateMark tone={tone}>
              <span className={classes.words}>{state}</span>
            </StateMark>
          )}
          {about !== null && <span className={classes.about}>{about}</span>}
        </li>
      ))}
    </ul>
  )
}
