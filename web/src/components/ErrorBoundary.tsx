import { Component, type ReactNode } from 'react'
import { RouteFailure } from './RouteFailure.tsx'

interface Props {
  children: ReactNode
  /** Stands in the place of what failed; left out, something that offers to try again. */
  instead?: ReactNode
}

/** Keeps the failure of one part away from the others. */
export class ErrorBoundary extends Component<Props, { problem: unknown }> {
  override state: { problem: unknown } = { problem: null }

  static getDerivedStateFromError(problem: unknown) {
    return { problem: problem ?? new Error('unknown') }
  }

  override render() {
    if (this.state.problem === null) return this.props.children
    return this.props.instead ?? <RouteFailure />
  }
}
