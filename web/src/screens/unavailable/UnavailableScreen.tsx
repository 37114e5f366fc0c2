import { Anchor } from '@mantine/core'
import { Link } from 'react-router-dom'
import { ScreenTitle } from '../../components/ScreenTitle.tsx'
import { TEXTS } from '../../texts/app.ts'
import type { ScreenProps } from '../table.ts'
import classes from './unavailable.module.css'

/** A screen that is not built: it says so and shows the way to one that is. */
export function UnavailableScreen({ title }: Pick<ScreenProps, 'title'>) {
  return (
    <>
      <ScreenTitle>{title}</ScreenTitle>
      <section className={classes.card}>
        <p className={classes.notice}>{TEXTS.unavailable.notice}</p>
        <p className={classes.hint}>{TEXTS.unavailable.hint}</p>
        <Anchor component={Link} to="/live-rfid" underline="always">
          {TEXTS.nav.live}
        </Anchor>
      </section>
    </>
  )
}
