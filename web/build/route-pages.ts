import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

/**
 * Writes `.pages/<route>.html` beside index.html for each route: the same page, which also names
 * the files that the given sources of that route need. A browser then loads them all at once
 * instead of finding them one after the other. A source that is in no chunk fails the build.
 */
export function routePages(routes: Record<string, readonly string[]>): Plugin {
  return {
    name: 'route-pages',
    apply: 'build',
    writeBundle({ dir = '' }, bundle) {
      const page = readFileSync(join(dir, 'index.html'), 'utf8')
      mkdirSync(join(dir, '.pages'), { recursive: true })
      for (const [route, sources] of Object.entries(routes)) {
        const links = [...filesOf(bundle, sources)]
          .filter((file) => !page.includes(file))
          .map((file) =>
            file.endsWith('.css')
              ? `<link rel="stylesheet" crossorigin href="/${file}">`
              : `<link rel="modulepreload" crossorigin href="/${file}">`,
          )
        const html = page.replace('</head>', `${links.join('\n')}\n</head>`)
        writeFileSync(join(dir, '.pages', `${route}.html`), html)
      }
    },
  }
}

/** The chunks of these sources, all that they import, and the styles of both. */
function filesOf(bundle: Rolldown.OutputBundle, sources: readonly string[]): Set<string> {
  const files = new Set<string>()
  const add = (file: string) => {
    const chunk = bundle[file]
    if (chunk?.type !== 'chunk' || files.has(file)) return
    for (const next of chunk.imports) add(next)
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style)
    files.add(file)
  }
  for (const source of sources) {
    const chunk = Object.values(bundle).find(
      (one) => one.type === 'chunk' && one.moduleIds.some((id) => id.endsWith(source)),
    )
    if (!chunk) throw new Error(`the build has no chunk of ${source}`)
    add(chunk.fileName)
  }
  return files
}
