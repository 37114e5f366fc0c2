import { lazyPart } from '../../components/lazy-part.tsx'

/** The map itself, with all of Leaflet: the screen's title and controls stand before it is there. */
export const LaterMap = lazyPart(async () => (await import('../../map/AgentsMap.tsx')).AgentsMap)
