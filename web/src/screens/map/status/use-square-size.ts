import { useLayoutEffect, useState, type RefObject } from 'react'
import { rootFontSize } from '../../../browser/root-font-size.ts'

/** The size of a wall's squares. */
export interface SquareSize {
  name: 'huge' | 'large' | 'medium' | 'small' | 'line' | 'block' | 'tiny' | 'dot' | 'speck'
  widthRem: number
  heightRem: number
  gapRem: number
  /** Of its name, or of the shape that stands for it. */
  typeRem: number
  /** A square has room for a name. */
  isNamed: boolean
}

const SIZES: readonly SquareSize[] = [
  { name: 'huge', widthRem: 18, heightRem: 7, gapRem: 0.75, typeRem: 1.5, isNamed: true },
  { name: 'large', widthRem: 13, heightRem: 4.5, gapRem: 0.5, typeRem: 1.125, isNamed: true },
  { name: 'medium', widthRem: 10, heightRem: 3, gapRem: 0.5, typeRem: 1, isNamed: true },
  { name: 'small', widthRem: 8, heightRem: 2, gapRem: 0.35, typeRem: 0.8125, isNamed: true },
  { name: 'line', widthRem: 7.2, heightRem: 1.4, gapRem: 0.25, typeRem: 0.75, isNamed: true },
  { name: 'block', widthRem: 2.25, heightRem: 2.25, gapRem: 0.25, typeRem: 1, isNamed: false },
  { name: 'tiny', widthRem: 1.5, heightRem: 1.5, gapRem: 0.25, typeRem: 0.8, isNamed: false },
  { name: 'dot', widthRem: 0.75, heightRem: 0.75, gapRem: 0.2, typeRem: 0.45, isNamed: false },
]
const SMALLEST: SquareSize = {
  name: 'speck',
  widthRem: 0.4,
  heightRem: 0.4,
  gapRem: 0.1,
  typeRem: 0.25,
  isNamed: false,
}

/** Names grow with their squares up to this share of the height, and this size in rem. */
const NAME = { share: 0.22, largest: 2.2 }

/** The squares of a wall, and in how many columns they fill its rows evenly. */
export interface SquareGrid extends SquareSize {
  columns: number
}

/**
 * The largest squares of which all fit the room, in rem, stretched to fill its height; the smallest
 * where none do.
 */
export function largestThatFit(count: number, widthRem: number, heightRem: number): SquareGrid {
  const rowsOf = (size: SquareSize) => {
    const columns = Math.floor((widthRem + size.gapRem) / (size.widthRem + size.gapRem))
    return Math.ceil(count / Math.max(1, columns))
  }
  const size = SIZES.find((one) => rowsOf(one) * (one.heightRem + one.gapRem) <= heightRem)
  const rows = Math.max(1, rowsOf(size ?? SMALLEST))
  const columns = Math.max(1, Math.ceil(count / rows))
  if (size === undefined || count === 0) return { ...(size ?? SMALLEST), columns }
  const filled = Math.floor((heightRem / rows - size.gapRem) * 100) / 100
  const typeRem = Math.max(size.typeRem, Math.min(NAME.largest, filled * NAME.share))
  return { ...size, columns, heightRem: filled, ...(size.isNamed && { typeRem }) }
}

const BELOW_REM = 1

/** The size of squares for the room that is left for a wall's grid. */
export function useSquareSize(grid: RefObject<HTMLElement | null>, count: number): SquareGrid {
  const [size, setSize] = useState<SquareGrid>({ ...SMALLEST, columns: 1 })
  useLayoutEffect(() => {
    const measure = () => {
      if (!grid.current) return
      const { top, width } = grid.current.getBoundingClientRect()
      const remPx = rootFontSize()
      const heightPx = window.innerHeight - (top + window.scrollY)
      setSize(largestThatFit(count, width / remPx, heightPx / remPx - BELOW_REM))
    }
    measure()
    // The bar of the wall sets the size of type, and what is above the grid can grow.
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    window.addEventListener('resize', measure)
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', measure)
    }
  }, [grid, count])
  return size
}
