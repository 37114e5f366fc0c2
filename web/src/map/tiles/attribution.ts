import type { MapTiles } from '@vehicle-control/protocol'

/** As the map's corner takes it, which is markup: whatever is in the text stays text. */
export function attributionOf({ text, url }: MapTiles['attribution']): string {
  const link = document.createElement('a')
  link.textContent = text
  if (url === null || !/^https?:\/\//i.test(url)) return link.innerHTML
  link.href = url
  link.target = '_blank'
  link.rel = 'noreferrer'
  return link.outerHTML
}
