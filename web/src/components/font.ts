/** The app's font and its fallbacks (`font.css`); for canvases too, which inherit none. */
export const FONT_FAMILY =
  'Inter, "Inter as Arial", "Inter as DejaVu", system-ui, -apple-system, "Segoe UI", Roboto, sans-serif'
