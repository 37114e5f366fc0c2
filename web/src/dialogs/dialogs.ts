import type { ComponentType, ReactNode } from 'react'
import { createStore, type ReadableStore } from '../browser/external-store.ts'
import { TEXTS } from '../texts/app.ts'
import type { Entry } from './entry.ts'

/** The look of a notice; a toast is a short note on something that is visible anyway. */
export type NoticeTone = 'success' | 'info' | 'warning' | 'error' | 'toast'

/** One message to the person at the screen. */
export interface Notice {
  readonly id: number
  readonly tone: NoticeTone
  readonly text: string
  /** Epoch milliseconds. */
  readonly at: number
}

/** Which notices are shown; the history has all of them. */
export type NoticeChoice = 'all' | 'errors' | 'none'

/** A question before something happens. */
export interface Question {
  text: string
  /** The name of the thing that the question is about. */
  detail?: string
  /** Asks for a removal: other words, and Cancelar has the focus. */
  isRemoval?: boolean
  /** What goes does not come back: Cancelar has the focus. */
  isLoss?: boolean
}

/** A dialog with a form or a list of its own. */
export interface Panel {
  title: string
  /** Has a table in it. */
  isWide?: boolean
  /** Only its content can close it: what it shows is not shown again. */
  isFirm?: boolean
  /** Its upper edge stays where it is while its content grows and shrinks. */
  isAtTop?: boolean
  /** On a phone it comes from the lower edge, near the thumb. */
  isSheet?: boolean
  /** Called where the dialog could not be loaded. */
  onFailed?: () => void
  content: (close: () => void) => ReactNode
}

/** Draws dialogs and notices. */
export interface DialogSurface {
  /** Stands in the page before the first call of the others. */
  View: ComponentType
  show(notice: Notice): void
  ask(question: Question): Promise<boolean>
  prompt(entry: Entry): Promise<string | null>
  open(panel: Panel): void
}

/** The dialogs and notices of the shell. */
export interface Dialogs {
  readonly state: ReadableStore<DialogsState>
  notify(tone: NoticeTone, text: string): void
  /** True once the person agreed; false too where the dialog could not be loaded. */
  confirm(question: Question): Promise<boolean>
  /** The value, trimmed; null where the person cancels or the dialog could not be loaded. */
  prompt(entry: Entry): Promise<string | null>
  open(panel: Panel): void
  choose(choice: NoticeChoice): void
}

export interface DialogsState {
  /** The newest first. */
  readonly notices: readonly Notice[]
  readonly choice: NoticeChoice
  /** The newest notice that nobody saw: by choice, or since it could not be drawn. */
  readonly unseen: Notice | null
}

export interface DialogsOptions {
  loadSurface: () => Promise<DialogSurface>
  /** Says something without the surface, which cannot be loaded. */
  showPlainly: (text: string) => void
  storage: Storage
  now: () => number
}

const CHOICE_KEY = 'notices_shown'
const MAX_NOTICES = 50

/** The surface that draws them is loaded with the first dialog or notice. */
export function createDialogs(options: DialogsOptions): Dialogs {
  const { loadSurface, showPlainly, storage, now } = options
  const state = createStore<DialogsState>({
    notices: [],
    choice: readChoice(storage.getItem(CHOICE_KEY)),
    unseen: null,
  })
  let lastId = 0
  const patch = (change: Partial<DialogsState>) => state.set({ ...state.get(), ...change })
  /** Draws something; where the surface cannot be loaded it says that, and gives `otherwise`. */
  const draw = <T>(
    run: (surface: DialogSurface) => T | Promise<T>,
    otherwise: () => T,
    text: string = TEXTS.failure.away,
  ): Promise<T> =>
    loadSurface().then(run, () => {
      showPlainly(text)
      return otherwise()
    })

  return {
    state,
    notify(tone, text) {
      const notice = { id: ++lastId, tone, text, at: now() }
      const { notices, choice } = state.get()
      patch({ notices: [notice, ...notices].slice(0, MAX_NOTICES) })
      const missed = () => patch({ unseen: notice })
      if (choice === 'all' || (choice === 'errors' && tone === 'error')) {
        void draw((surface) => surface.show(notice), missed, text)
      } else missed()
    },
    confirm: (question) =>
      draw(
        (surface) => surface.ask(question),
        () => false,
      ),
    prompt: (entry) =>
      draw(
        (surface) => surface.prompt(entry),
        () => null,
      ),
    open(panel) {
      void draw(
        (surface) => surface.open(panel),
        () => panel.onFailed?.(),
      )
    },
    choose(choice) {
      patch({ choice })
      try {
        storage.setItem(CHOICE_KEY, choice)
      } catch {
        // Storage is full or forbidden: the choice then lasts as long as this page.
      }
    },
  }
}

function readChoice(stored: string | null): NoticeChoice {
  return stored === 'errors' || stored === 'none' ? stored : 'all'
}
