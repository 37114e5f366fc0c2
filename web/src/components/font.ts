/** The app's font and its fallbacks (`font.css`); for canvases too, which inherit none. */
export const FONT_FAMILY =
  'Inter, "Inter as Arial", "Inter as DejaVu", system-ui, -apple-system, "Segoe UI", Roboto, sans-serif'

/** The font stack of tags and other codes. */
export const CODE_FONT_FAMILY = 'ui-monospace, "Cascadia Mono", "Roboto Mono", Menlo, monospace'
