import { buildWebIfNeeded } from '../../local/build-web.ts'

/** One build of the web app for all that a browser opens. */
export const setup = (): void => buildWebIfNeeded()
