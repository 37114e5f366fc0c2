import type { MapTiles } from '@vehicle-control/protocol'

/** The attribution as markup, which the map's corner takes; its text is escaped. */
export function attributionOf({ text, url }: MapTiles['attribution']): string {
  const link = document.createElement('a')
  link.textContent = text
  if (url === null || !/^https?:\/\//i.test(url)) return link.innerHTML
  link.href = url
  link.target = '_blank'
  link.rel = 'noreferrer'
  return link.outerHTML
}
