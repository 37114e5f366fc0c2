import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { WholeSite } from '../../../charts/WholeSite.tsx'
import classes from './stat-cards.module.css'

interface StatCardProps {
  label: string
  isLoading: boolean
  /** The figure still belongs to the previous filters. */
  isOld?: boolean
  /** The figure is one to act on. */
  isAlert?: boolean
  /** The figure is of all reads, beside others that a search has narrowed. */
  isSiteWide?: boolean
  children: ReactNode
}

/** A figure under its name, in a place of fixed height. */
export function StatCard({
  label,
  isLoading,
  isOld = false,
  isAlert = false,
  isSiteWide = false,
  children,
}: StatCardProps) {
  return (
    <section
      className={classes.card}
      aria-label={label}
      aria-busy={isLoading || isOld}
      data-alert={isAlert || undefined}
    >
      <div className={classes.head}>
        <h2>{label}</h2>
        {isSiteWide && <WholeSite />}
      </div>
      {isLoading ? <Skeleton height={48} animate={false} /> : children}
    </section>
  )
}
