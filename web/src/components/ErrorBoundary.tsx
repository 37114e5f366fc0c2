import { Component, type ReactNode } from 'react'

interface ErrorBoundaryProps {
  children: ReactNode
  /** Drawn in the place of the part that failed. */
  instead: ReactNode
  /** When this value changes, a part that failed is drawn once more. */
  retryAt?: unknown
}

interface ErrorBoundaryState {
  readonly problem: unknown
  readonly retryAt: unknown
}

/** A part that fails to draw is replaced, and its neighbours stay. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { problem: null, retryAt: this.props.retryAt }

  static getDerivedStateFromProps({ retryAt }: ErrorBoundaryProps, state: ErrorBoundaryState) {
    return retryAt === state.retryAt ? null : { problem: null, retryAt }
  }

  static getDerivedStateFromError(problem: unknown) {
    return { problem: problem ?? new Error('unknown') }
  }

  override render() {
    return this.state.problem === null ? this.props.children : this.props.instead
  }
}
