import { lazyPart } from '../../components/lazy-part.tsx'

/**
 * The map itself, with all of Leaflet: the screen's title and controls are shown before it is
 * loaded.
 */
export const LaterMap = lazyPart(async () => (await import('../../map/AgentsMap.tsx')).AgentsMap)
