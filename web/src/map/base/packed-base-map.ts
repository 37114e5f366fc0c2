import cities from 'city-timezones/data/cityMap.json'
import atlas from 'world-atlas/countries-10m.json'
import { packBaseMap } from './pack-base-map.ts'

/**
 * Made here from the packages' data, of several megabytes, in tests and while developing; a build
 * replaces this file by the result (web/build/base-map.ts).
 */
export const PACKED_BASE_MAP = packBaseMap(atlas, cities)
