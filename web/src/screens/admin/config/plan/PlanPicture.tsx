import type { SitePlan } from '@vehicle-control/protocol'
import type { MouseEvent } from 'react'
import { planImage } from '../../../../api/settings/site-plan.ts'
import classes from './plan.module.css'

interface PlanPictureProps {
  plan: SitePlan
  label: string
  /** Pixels of each point; null: not marked. */
  pins: readonly ({ x: number; y: number } | null)[]
  /** Of the point that a click marks. */
  active: number
  onPick: (x: number, y: number) => void
  /** Pressed by the keyboard, which points at nothing. */
  onKey: () => void
}

/** The picture, on which a click marks a point. */
export function PlanPicture({ plan, label, pins, active, onPick, onKey }: PlanPictureProps) {
  const pick = ({ detail, clientX, clientY, currentTarget }: MouseEvent<HTMLButtonElement>) => {
    if (detail === 0) return onKey()
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    const within = (part: number) => Math.min(1, Math.max(0, part))
    onPick(
      within((clientX - left) / width) * plan.width,
      within((clientY - top) / height) * plan.height,
    )
  }
  return (
    <div className={classes.picture}>
      <button type="button" aria-label={label} onClick={pick}>
        <img
          src={planImage(plan.id)}
          alt=""
          width={plan.width}
          height={plan.height}
          style={{ width: 'auto', height: 'auto' }}
        />
        {pins.map((pin, i) => {
          if (pin === null) return null
          const place = {
            left: `${(100 * pin.x) / plan.width}%`,
            top: `${(100 * pin.y) / plan.height}%`,
          }
          return (
            <span
              // oxlint-disable-next-line react/no-array-index-key -- the points are numbered
              key={i}
              aria-hidden
              className={classes.pin}
              data-other={i === active ? undefined : ''}
              // Drawn by the style sheet: text would be part of the button's name.
              data-number={i + 1}
              style={place}
            />
          )
        })}
      </button>
    </div>
  )
}
