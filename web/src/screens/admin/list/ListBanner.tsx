import { Button } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { ADMIN_TEXTS } from '../../../texts/admin/admin.ts'
import classes from './list.module.css'

/** Says that a list could not be loaded; nothing where it could. */
export function ListBanner(props: { problem: string | null; onRetry: () => void }) {
  const { problem, onRetry } = props
  if (problem === null) return null
  return (
    <div role="alert" className={classes.banner}>
      <IconAlertCircle size={18} aria-hidden />
      <span>{problem}</span>
      <Button variant="default" size="compact-sm" onClick={onRetry}>
        {ADMIN_TEXTS.list.retry}
      </Button>
    </div>
  )
}
