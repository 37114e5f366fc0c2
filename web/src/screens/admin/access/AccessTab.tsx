import { lazyPart } from '../../../components/lazy-part.tsx'

/**
 * The tab «Accesos». What it is made of comes behind it: the administration's first files name each chunk
 * of a tab, for everybody.
 */
export const AccessTab = lazyPart(async () => (await import('./AccessParts.tsx')).AccessParts)
