import { memo } from 'react'
import type { KnownAgent } from '../../../live/agent-directory.ts'
import { STATUS_TEXTS as TEXTS } from '../../../texts/status.ts'
import classes from './agent-squares.module.css'

/** One agent on a wall: its state, and its name where the square has room for that. */
export const AgentSquare = memo(function AgentSquare({ agent }: { agent: KnownAgent }) {
  const { name, online } = agent
  return (
    <>
      <span aria-hidden className={classes.shape}>
        {online ? '●' : '◆'}
      </span>
      <span className={classes.name} title={name}>
        {name}
      </span>
      <span className="visually-hidden">{online ? TEXTS.online : TEXTS.offline}</span>
    </>
  )
})
