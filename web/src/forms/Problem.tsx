import '@mantine/core/styles/Alert.css'
import { Alert } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'

/** The failure of a form, read out at once. */
export function Problem({ children }: { children: string | null }) {
  return (
    children !== null && (
      <Alert role="alert" color="red" icon={<IconAlertCircle aria-hidden />}>
        {children}
      </Alert>
    )
  )
}
