import type { Child } from '../../local/child.ts'

/** Every byte that processes print, from their first one on, and what else was answered. */
export class Overheard {
  #said = ''

  /** Listens to a process that was only just started. */
  listenTo(child: Child): Child {
    child.process.stdout?.on('data', (chunk: string) => (this.#said += chunk))
    child.process.stderr?.on('data', (chunk: string) => (this.#said += chunk))
    return child
  }

  add(text: string): void {
    this.#said += `${text}\n`
  }

  /** All of it but for the lines that are allowed. */
  except(allowed: RegExp): string {
    return this.#said
      .split('\n')
      .filter((line) => !allowed.test(line))
      .join('\n')
  }

  get said(): string {
    return this.#said
  }
}
