// @vitest-environment jsdom
import { Map as LeafletMap } from 'leaflet'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createAgentDirectory } from '../../live/agent-directory.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { standInForLayout } from '../../testing/layout.ts'
import { createAgentMarkers } from './agent-markers.ts'

beforeAll(standInForLayout)
let end = () => {}
afterEach(() => end())

function open() {
  const clock = createFakeClock()
  const agents = createAgentDirectory({ clock, serverNow: clock.now })
  const place = document.body.appendChild(document.createElement('div'))
  const map = new LeafletMap(place, {
    center: [4, -74],
    zoom: 8,
    maxZoom: 19,
    zoomAnimation: false,
  })
  const frames: (() => void)[] = []
  const chosen: string[] = []
  const markers = createAgentMarkers({
    map,
    agents,
    nextFrame: (run) => {
      frames.push(run)
      return () => frames.splice(frames.indexOf(run), 1)
    },
    isMotionReduced: () => true,
    onChoose: (code) => chosen.push(code),
  })
  const stop = markers.start()
  end = () => {
    stop()
    map.remove()
    place.remove()
  }
  const know = (count: number, change: (i: number) => object = () => ({})) =>
    agents.takeMap({
      askedAt: clock.now(),
      answer: {
        agents: Array.from({ length: count }, (_, i) => ({
          id: i,
          code: `a-${i}`,
          name: `Agente ${i}`,
          location: null,
          lat: 4 + i / 1000,
          lng: -74,
          online: true,
          connected: true,
          last_seen: null,
          today: 0,
          suppressed: 0,
          ...change(i),
        })),
      },
    })
  const shown = () => [...place.querySelectorAll<HTMLElement>('.agent-marker')]
  const work = () => {
    while (frames.length > 0) frames.shift()?.()
  }
  return { place, markers, chosen, know, shown, work, stop }
}

describe('the markers of the map', () => {
  it('keep their elements while what they show changes', () => {
    const { know, shown } = open()
    know(3)
    const before = shown()
    expect(before.map((one) => one.ariaLabel)).toEqual([
      'Agente 0, Online',
      'Agente 1, Online',
      'Agente 2, Online',
    ])
    know(3, (i) => (i === 1 ? { connected: false, lat: 5 } : {}))
    expect(shown()).toEqual(before)
    expect(before[1]?.ariaLabel).toBe('Agente 1, Offline')
  })

  it('come and go with their places', () => {
    const { know, shown } = open()
    know(3)
    know(3, (i) => (i === 0 ? { lat: null } : {}))
    expect(shown()).toHaveLength(2)
    know(1)
    expect(shown()).toHaveLength(1)
  })

  it('are touched only by what they show', () => {
    const { know, shown } = open()
    know(2)
    const touched = vi.fn()
    const observer = new MutationObserver(touched)
    for (const one of shown()) observer.observe(one, { attributes: true, childList: true })
    know(2, () => ({ last_seen: new Date(0).toISOString(), location: 'Otra' }))
    expect(observer.takeRecords()).toEqual([])
    observer.disconnect()
  })

  it('are chosen by click and by key', () => {
    const { know, shown, chosen } = open()
    know(2)
    const [first, second] = shown()
    first?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    second?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
    second?.dispatchEvent(new KeyboardEvent('keydown', { key: 'x', bubbles: true }))
    expect(chosen).toEqual(['a-0', 'a-1'])
  })

  it('are out of the way of the keyboard where there are more than a hundred', () => {
    const { know, shown, work } = open()
    know(101)
    work()
    expect(shown().filter((one) => one.tabIndex >= 0 || one.role === 'button')).toEqual([])
    know(100)
    work()
    expect(shown().filter((one) => one.tabIndex < 0 || one.role !== 'button')).toEqual([])
  })

  it('gather from two hundred on, and stand alone again below', async () => {
    const { know, shown, place, work } = open()
    know(200)
    const total = () =>
      [...place.querySelectorAll('.agent-cluster')].reduce(
        (sum, one) => sum + Number.parseInt(one.ariaLabel ?? '', 10),
        shown().length,
      )
    await vi.waitFor(() => {
      work()
      expect(place.querySelectorAll('.agent-cluster').length).toBeGreaterThan(0)
      expect(total()).toBe(200)
    })
    know(199)
    work()
    expect(place.querySelectorAll('.agent-cluster')).toHaveLength(0)
    expect(shown()).toHaveLength(199)
  })

  it('reveal an agent once it has a marker', () => {
    const { know, markers } = open()
    const onShown = vi.fn()
    markers.reveal('a-1', onShown)
    expect(onShown).not.toHaveBeenCalled()
    know(2)
    expect(onShown).toHaveBeenCalledOnce()
    know(3)
    expect(onShown).toHaveBeenCalledOnce()
  })
})
