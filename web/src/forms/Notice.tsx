import '@mantine/core/styles/Alert.css'
import { Alert, Box } from '@mantine/core'
import { IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'

/** A form's message that is no failure, read out when there is time. */
export function Notice({ isGood, children }: { isGood?: boolean; children: string }) {
  const Icon = isGood ? IconCircleCheck : IconInfoCircle
  return (
    <Box component="output" display="block">
      <Alert role="none" color={isGood ? 'green' : 'cobalt'} icon={<Icon aria-hidden />}>
        {children}
      </Alert>
    </Box>
  )
}
