import { lazyPart } from '../../../components/lazy-part.tsx'

/**
 * The tab «Config», for superadmins. What it is made of comes behind it: the administration's first
 * files name each chunk of a tab, for everybody.
 */
export const ConfigTab = lazyPart(async () => (await import('./ConfigParts.tsx')).ConfigParts)
