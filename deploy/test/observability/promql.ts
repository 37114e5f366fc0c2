const WORDS = new Set(['and', 'or', 'unless', 'bool', 'offset', 'inf', 'nan'])

/** The metrics that a PromQL expression asks for. */
export function metricsIn(expr: string): string[] {
  const bare = expr
    .replace(/"(?:[^"\\]|\\.)*"/g, '')
    .replace(/\{[^}]*\}|\[[^\]]*\]/g, ' ')
    .replace(/\b(?:by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/g, ' ')
  const names = bare.matchAll(/\b[a-zA-Z_:][\w:]*\b(?!\s*\()/g)
  return [...new Set([...names].map(([name]) => name))].filter((name) => !WORDS.has(name))
}

/** Metrics with a label that must be exactly so, as `name{label="value"}`. */
export function selectorsIn(expr: string): string[] {
  const found = expr.matchAll(/\b([a-zA-Z_:][\w:]*)\{([^}]*)\}/g)
  return [...found].flatMap(([, name = '', matchers = '']) =>
    [...matchers.matchAll(/\b(\w+)="([^"]*)"/g)].map(
      ([, label, value]) => `${name}{${label}="${value}"}`,
    ),
  )
}

/** What one answer of /metrics has. */
export class Exposition {
  readonly #names = new Set<string>()
  readonly #series: { name: string; labels: string }[] = []

  constructor(text: string) {
    for (const line of text.split('\n')) {
      const [, family, kind] = /^# TYPE (\S+) (\w+)$/.exec(line) ?? []
      const [, name, labels = ''] = /^([a-zA-Z_:][\w:]*)(\{.*\})? /.exec(line) ?? []
      if (family !== undefined) {
        const ends = kind === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']
        for (const end of ends) this.#names.add(family + end)
      } else if (name !== undefined) this.#series.push({ name, labels })
    }
  }

  /** Whether the program knows a metric of this name; it may have no value yet. */
  knows(name: string): boolean {
    return this.#names.has(name)
  }

  /** Whether a series is there with the label of `name{label="value"}`. */
  has(selector: string): boolean {
    const [, name = '', label = ''] = /^(\w+)\{(.*)\}$/.exec(selector) ?? []
    return this.#series.some((one) => one.name === name && one.labels.includes(label))
  }
}
