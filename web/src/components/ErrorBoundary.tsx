import { Button } from '@mantine/core'
import { Component, type ReactNode } from 'react'
import { texts } from '../texts.ts'
import classes from './route-frame.module.css'

interface Props {
  children: ReactNode
}

/** Keeps the failure of one screen away from the others. */
export class ErrorBoundary extends Component<Props, { problem: unknown }> {
  override state: { problem: unknown } = { problem: null }

  static getDerivedStateFromError(problem: unknown) {
    return { problem: problem ?? new Error('unknown') }
  }

  override render() {
    if (this.state.problem === null) return this.props.children
    return (
      <div className={classes.failure} role="alert">
        <h1>{texts.failure.title}</h1>
        <p>{texts.failure.hint}</p>
        {/* A chunk that failed to load stays failed in React.lazy: only a reload helps. */}
        <Button onClick={() => location.reload()}>{texts.failure.retry}</Button>
      </div>
    )
  }
}
