import { Anchor } from '@mantine/core'
import { Link } from 'react-router-dom'
import { PublicPage } from '../../components/PublicPage.tsx'
import { texts } from '../../texts.ts'
import classes from './unavailable.module.css'

/** Stands where the recovery of passwords will be. */
export function ResetPasswordScreen() {
  return (
    <PublicPage title={texts.reset.title}>
      <p className={classes.notice}>{texts.unavailable.notice}</p>
      <p className={classes.hint}>{texts.unavailable.resetHint}</p>
      <Anchor component={Link} to="/login" underline="always">
        {texts.reset.back}
      </Anchor>
    </PublicPage>
  )
}
