import '@mantine/core/styles/Alert.css'
import { Alert } from '@mantine/core'
import { IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import classes from './form.module.css'

/** A form's message that is no failure, read out when there is time. */
export function Notice({ isGood, children }: { isGood?: boolean; children: string }) {
  const Icon = isGood ? IconCircleCheck : IconInfoCircle
  return (
    <output className={classes.notice}>
      <Alert role="none" color={isGood ? 'green' : 'cobalt'} icon={<Icon aria-hidden />}>
        {children}
      </Alert>
    </output>
  )
}
