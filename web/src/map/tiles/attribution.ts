/** Whose tiles these are. */
export interface TileAttribution {
  readonly text: string
  readonly url: string | null
}

/** As the map's corner takes it, which is markup: whatever is in the text stays text. */
export function attributionOf({ text, url }: TileAttribution): string {
  const link = document.createElement('a')
  link.textContent = text
  if (url === null || !/^https?:\/\//i.test(url)) return link.innerHTML
  link.href = url
  link.target = '_blank'
  link.rel = 'noreferrer'
  return link.outerHTML
}
