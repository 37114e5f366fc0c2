import { memo } from 'react'
import type { KnownAgent } from '../../../live/known-agent.ts'
import { STATUS_TEXTS as TEXTS } from '../../../texts/status.ts'
import classes from './agent-squares.module.css'

/**
 * One agent on a wall; the style sheet draws its state. Where there is no room for its name that is
 * only read out, and all is one text: a wall can have ten thousand of them.
 */
export const AgentSquare = memo(function AgentSquare(props: {
  agent: KnownAgent
  isNamed: boolean
}) {
  const { name, online } = props.agent
  const state = online ? TEXTS.online : TEXTS.offline
  if (!props.isNamed) return `${name}: ${state}`
  return (
    <>
      <span className={classes.name} title={name}>
        {name}
      </span>
      <span className="visually-hidden">{state}</span>
    </>
  )
})
