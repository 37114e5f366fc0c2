/** Something about an agent that a person should know. */
export interface HealthNote {
  readonly tone: 'bad' | 'warn' | 'quiet'
  readonly text: string
}
