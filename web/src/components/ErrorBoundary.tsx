import { Component, type ReactNode } from 'react'

interface ErrorBoundaryProps {
  children: ReactNode
  /** Drawn in the place of the part that failed. */
  instead: ReactNode
  /** With another value a part that failed is drawn once more. */
  retryAt?: unknown
}

/** A part that fails to draw is replaced, and its neighbours stay. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { problem: unknown }> {
  override state: { problem: unknown } = { problem: null }

  static getDerivedStateFromError(problem: unknown) {
    return { problem: problem ?? new Error('unknown') }
  }

  override componentDidUpdate({ retryAt }: ErrorBoundaryProps) {
    if (this.state.problem !== null && retryAt !== this.props.retryAt) {
      this.setState({ problem: null })
    }
  }

  override render() {
    return this.state.problem === null ? this.props.children : this.props.instead
  }
}
