import { describe, expect, it } from 'vitest'
import { loadBaseMap } from './base-map-data.ts'
import { drawLand, projectLand } from './draw-land.ts'
import { boxOf } from './labels.ts'

const COLOURS = { grid: 'g', land: 'l', coast: 'c', border: 'b', city: 't', halo: 'h' }
const land = projectLand(await loadBaseMap())

/** What is drawn of one square: the texts with their places, and how many lines. */
function draw(x: number, y: number, z: number) {
  const texts: [string, number, number][] = []
  const lines: [number, number][][] = []
  const record: Record<string, (...args: never[]) => void> = {
    moveTo: (...point: [number, number]) => void lines.push([point]),
    lineTo: (...point: [number, number]) => void lines.at(-1)?.push(point),
    fillText: (...text: [string, number, number]) => void texts.push(text),
  }
  const context = new Proxy(
    {},
    { get: (_, name) => record[String(name)] ?? (() => {}), set: () => true },
  )
  drawLand(context as CanvasRenderingContext2D, land, { x, y, z, size: 256 }, COLOURS)
  return { texts, lines }
}

describe('the drawn land', () => {
  it('has Bogotá where the tiles have it', () => {
    const { texts } = draw(75, 124, 8)
    const [, left, top] = texts.find(([name]) => name === 'Bogotá') ?? ['', 0, 0]
    // 4.6° N, 74.1° W: column 75.3, row 124.7 of zoom 8.
    expect(left).toBeGreaterThan(60)
    expect(left).toBeLessThan(110)
    expect(top).toBeGreaterThan(150)
    expect(top).toBeLessThan(200)
  })

  it('begins anew beyond both ends of the world', () => {
    const [here, west, east] = [5, 5 - 16, 5 + 16].map((x) => draw(x, 7, 4))
    expect(here?.lines.length).toBeGreaterThan(0)
    expect(west).toEqual(here)
    expect(east).toEqual(here)
  })

  it('draws no more than what may be seen in the square', () => {
    expect(draw(0, 8, 4).lines.length).toBeLessThan(draw(0, 0, 0).lines.length / 10)
  })

  it.each([3, 4, 5, 6, 7, 8, 9, 10])('writes no name over another at zoom %d', (zoom) => {
    const boxes = land.labels.at(zoom).map((label) => boxOf(label, zoom))
    expect(boxes.length).toBeGreaterThan(10)
    const covered = boxes.filter((a, i) =>
      boxes.some((b, j) => j > i && a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]),
    )
    expect(covered).toEqual([])
  })

  it('names more cities from nearer', () => {
    const cities = (zoom: number) => land.labels.at(zoom).filter(({ isCity }) => isCity).length
    expect(cities(3)).toBe(0)
    expect(cities(6)).toBeGreaterThan(cities(4))
    expect(cities(9)).toBeGreaterThan(cities(6))
  })
})
