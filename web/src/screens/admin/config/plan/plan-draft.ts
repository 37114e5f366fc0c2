import type { SitePlan, SitePlanPoint } from '@vehicle-control/protocol'
import { PLAN_TEXTS as TEXTS } from '../../../../texts/admin/site-plan.ts'
import {
  placeFaults,
  readDegrees,
  readPlace,
  writeDegrees,
} from '../../agents/edit/coordinates-input.ts'

/** A point as it is typed. */
export interface TypedPoint {
  readonly x: string
  readonly y: string
  readonly lat: string
  readonly lng: string
}
export type PointField = keyof TypedPoint
export type Draft = readonly [TypedPoint, TypedPoint]

const EMPTY: TypedPoint = { x: '', y: '', lat: '', lng: '' }

/** The points that a plan has, as they are typed. */
export function draftOf({ points }: Pick<SitePlan, 'points'>): Draft {
  const typed = (point: SitePlanPoint | undefined) =>
    point === undefined
      ? EMPTY
      : {
          x: writePixel(point.x),
          y: writePixel(point.y),
          lat: writeDegrees(point.lat),
          lng: writeDegrees(point.lon),
        }
  return [typed(points?.[0]), typed(points?.[1])]
}

/** A pixel as a field shows it, to a tenth. */
export const writePixel = (value: number) => String(Number(value.toFixed(1))).replace('.', ',')

/** What is wrong with a typed point, by field; null: nothing. */
export function pointFaults(
  typed: TypedPoint,
  { width, height }: Pick<SitePlan, 'width' | 'height'>,
): Record<PointField, string | null> {
  const { lat, lng } = placeFaults(typed)
  const empty = (text: string) => (text.trim() === '' ? TEXTS.missing : null)
  const pixel = (text: string, max: number) => {
    const value = readDegrees(text) ?? Number.NaN
    return empty(text) ?? (value >= 0 && value <= max ? null : TEXTS.pixel(max))
  }
  return {
    x: pixel(typed.x, width),
    y: pixel(typed.y, height),
    lat: empty(typed.lat) ?? lat,
    lng: empty(typed.lng) ?? lng,
  }
}

/** A typed point as the hub takes it; null where something of it is missing or wrong. */
export function readPoint(
  typed: TypedPoint,
  size: Pick<SitePlan, 'width' | 'height'>,
): SitePlanPoint | null {
  const place = readPlace(typed)
  const [x, y] = [readDegrees(typed.x), readDegrees(typed.y)]
  const isFaulty = Object.values(pointFaults(typed, size)).some((fault) => fault !== null)
  if (isFaulty || place === null || x === null || y === null) return null
  return { x, y, lat: place.lat, lon: place.lng }
}
