const MAX_STRING = 256
const MAX_ITEMS = 16

/**
 * Data as JSON text of at most `maxBytes`: unchanged when it fits, else with long texts and lists
 * cut and `truncated: true` set.
 */
export function jsonToFit(data: object, maxBytes: number): string {
  const json = JSON.stringify(data)
  if (json.length * 3 <= maxBytes || Buffer.byteLength(json) <= maxBytes) return json
  return JSON.stringify({ ...(cut(data) as object), truncated: true })
}

function cut(value: unknown): unknown {
  if (typeof value === 'string') return value.slice(0, MAX_STRING)
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map(cut)
  if (value === null || typeof value !== 'object') return value
  const fields = Object.entries(value).slice(0, MAX_ITEMS)
  return Object.fromEntries(fields.map(([k, v]) => [k, cut(v)]))
}
