import '@mantine/core/styles/Alert.css'
import { Alert, Anchor } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { useApp } from '../../app-parts.ts'
import { PublicPage } from '../../components/PublicPage.tsx'
import { useStore } from '../../browser/external-store.ts'
import { TEXTS } from '../../texts/app.ts'
import type { ScreenProps } from '../table.ts'
import { LoginSteps } from './LoginSteps.tsx'
import classes from './login.module.css'

export function LoginScreen({ loadShell }: Pick<ScreenProps, 'loadShell'>) {
  const { session } = useApp()
  const isExpired = useStore(session.state, (state) => state.ended === 'expired')
  return (
    <PublicPage title={TEXTS.login.title}>
      {isExpired && (
        <Alert
          role="alert"
          color="yellow"
          icon={<IconClock aria-hidden />}
          title={TEXTS.login.expired}
          classNames={{ root: classes.expired, label: classes.expiredTitle }}
        >
          {TEXTS.login.expiredHint}
        </Alert>
      )}
      <LoginSteps loadShell={loadShell} />
      <Anchor component={Link} to="/reset-password" ta="center" size="sm" underline="always">
        {TEXTS.login.forgot}
      </Anchor>
    </PublicPage>
  )
}
