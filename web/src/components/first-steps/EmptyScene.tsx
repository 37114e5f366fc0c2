import { Button } from '@mantine/core'
import { Link } from 'react-router-dom'
import { mayEdit } from '../../api/auth/person.ts'
import { useApp } from '../../app-parts.ts'
import { useStore } from '../../browser/external-store.ts'
import { FIRST_STEPS_TEXTS as TEXTS } from '../../texts/first-steps.ts'
import { GateDrawing, TagDrawing } from './drawings.tsx'
import classes from './first-steps.module.css'

/** What a hub lacks: any agent, a place of one, or a first read. */
type MissingSetup = keyof typeof TEXTS

const PLACES: Record<MissingSetup, string> = {
  agents: '/admin?tab=agentes&inscribir=1',
  places: '/admin?tab=agentes',
  reads: '/map?view=status',
}

/** Says what the hub lacks, and leads there whoever may do something about it. */
export function EmptyScene({ missing }: { missing: MissingSetup }) {
  const mayChange = useStore(useApp().session.state, mayEdit)
  const { title, text, action } = TEXTS[missing]
  const mayGo = missing === 'reads' || mayChange
  return (
    <section className={classes.scene} aria-label={title}>
      {missing === 'reads' ? <TagDrawing /> : <GateDrawing />}
      <h2>{title}</h2>
      <p>{mayGo ? text : TEXTS[missing].others}</p>
      {missing === 'reads' && (
        <ol>
          {TEXTS.reads.checks.map((check) => (
            <li key={check}>{check}</li>
          ))}
        </ol>
      )}
      {mayGo && (
        <Button component={Link} to={PLACES[missing]}>
          {action}
        </Button>
      )}
    </section>
  )
}
