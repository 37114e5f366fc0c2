import { Button } from '@mantine/core'
import { Link } from 'react-router-dom'
import { mayEdit } from '../../api/auth/person.ts'
import { useApp } from '../../app-parts.ts'
import { useStore } from '../../browser/external-store.ts'
import { FIRST_STEPS_TEXTS as TEXTS } from '../../texts/first-steps.ts'
import { GateDrawing, TagDrawing } from './drawings.tsx'
import classes from './first-steps.module.css'

/** What a hub lacks: any agent, a place of one, or a first read. */
type Lack = keyof typeof TEXTS

const PLACES: Record<Lack, string> = {
  agents: '/admin?tab=agentes&inscribir=1',
  places: '/admin?tab=agentes',
  reads: '/map?view=status',
}

/** Says what the hub lacks, and leads there whoever may do something about it. */
export function EmptyScene({ lack }: { lack: Lack }) {
  const mayChange = useStore(useApp().session.state, mayEdit)
  const { title, text, action } = TEXTS[lack]
  const mayGo = lack === 'reads' || mayChange
  return (
    <section className={classes.scene} aria-label={title}>
      {lack === 'reads' ? <TagDrawing /> : <GateDrawing />}
      <h2>{title}</h2>
      <p>{mayGo ? text : TEXTS[lack].others}</p>
      {lack === 'reads' && (
        <ol>
          {TEXTS.reads.checks.map((check) => (
            <li key={check}>{check}</li>
          ))}
        </ol>
      )}
      {mayGo && (
        <Button component={Link} to={PLACES[lack]}>
          {action}
        </Button>
      )}
    </section>
  )
}
