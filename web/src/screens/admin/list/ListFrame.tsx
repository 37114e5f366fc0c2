import { Box } from '@mantine/core'
import type { ReactNode } from 'react'
import above from './list-bar.module.css'
import classes from './list.module.css'

interface ListFrameProps {
  /** Search and buttons above the list. */
  bar: ReactNode
  /** «N vehículos»; empty while it is not known. */
  count: string
  /** Beside the count. */
  order?: ReactNode
  /** The form beside it; null for those who may not edit. */
  side: ReactNode
  children: ReactNode
}

/** The attribute of the line that takes the focus when the row that had it is gone. */
export const LIST_COUNT = 'data-list-count'

/** A tab with a list: what is above it, the list, and its form. */
export function ListFrame({ bar, count, order, side, children }: ListFrameProps) {
  return (
    <div className={classes.tab} data-has-side={side !== null || undefined}>
      <div className="stack" data-gap="small">
        <div className={above.bar}>{bar}</div>
        <div className="row spread">
          <Box
            component="p"
            className="strong"
            mih="1.5em"
            fz="0.9375rem"
            aria-live="polite"
            tabIndex={-1}
            {...{ [LIST_COUNT]: true }}
          >
            {count}
          </Box>
          {order}
        </div>
        {children}
      </div>
      {side}
    </div>
  )
}
