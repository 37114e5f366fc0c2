import { Component, type ReactNode } from 'react'

interface ErrorBoundaryProps {
  children: ReactNode
  /** Stands in the place of what failed. */
  instead: ReactNode
}

/** Keeps the failure of one part away from the others. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { problem: unknown }> {
  override state: { problem: unknown } = { problem: null }

  static getDerivedStateFromError(problem: unknown) {
    return { problem: problem ?? new Error('unknown') }
  }

  override render() {
    return this.state.problem === null ? this.props.children : this.props.instead
  }
}
