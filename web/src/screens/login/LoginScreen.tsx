import '@mantine/core/styles/Alert.css'
import { Alert, Anchor } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { useApp } from '../../app-parts.ts'
import { PublicPage } from '../../components/PublicPage.tsx'
import { useStore } from '../../browser/external-store.ts'
import { LOGIN_TEXTS } from '../../texts/account/login.ts'
import type { ScreenProps } from '../table.ts'
import { LoginSteps } from './LoginSteps.tsx'
import classes from './login.module.css'

export function LoginScreen({ loadShell }: Pick<ScreenProps, 'loadShell'>) {
  const { session } = useApp()
  const isExpired = useStore(session.state, (state) => state.ended === 'expired')
  return (
    <PublicPage title={LOGIN_TEXTS.title}>
      {isExpired && (
        <Alert
          role="alert"
          color="yellow"
          icon={<IconClock aria-hidden />}
          title={LOGIN_TEXTS.expired}
          classNames={{ root: classes.expired, label: classes.expiredTitle }}
        >
          {LOGIN_TEXTS.expiredHint}
        </Alert>
      )}
      <LoginSteps loadShell={loadShell} />
      <Anchor component={Link} to="/reset-password" ta="center" size="sm" underline="always">
        {LOGIN_TEXTS.forgot}
      </Anchor>
    </PublicPage>
  )
}
