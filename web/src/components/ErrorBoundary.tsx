import { Component, type ReactNode } from 'react'
import { RouteFailure } from './RouteFailure.tsx'

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
    return <RouteFailure />
  }
}
