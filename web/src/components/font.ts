/** The app's font and what stands in its place (`font.css`); for a canvas too, which inherits none. */
export const FONT_FAMILY =
  'Inter, "Inter as Arial", "Inter as DejaVu", system-ui, -apple-system, "Segoe UI", Roboto, sans-serif'
