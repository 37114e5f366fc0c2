import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../local/child.ts'

const HOUSES = ['protocol', 'edge', 'hub', 'web', 'deploy']
const READMES = [
  'README.md',
  'SECURITY.md',
  'edge/README.md',
  'edge/DEVICES.md',
  'edge/DEVELOPING.md',
  'hub/README.md',
  'web/README.md',
  'deploy/README.md',
  'deploy/ansible/README.md',
  'deploy/image/README.md',
  'deploy/observability/README.md',
  'deploy/release/README.md',
  'deploy/security/asvs-5-level-2.md',
  'deploy/security/inventory.md',
  'deploy/test/README.md',
  'protocol/README.md',
]

const sources = HOUSES.flatMap((house) =>
  readdirSync(join(root, house), { recursive: true, encoding: 'utf8' })
    .filter((name) => !/(?:^|\/)(?:node_modules|dist|\.testing)\//.test(name))
    .map((name) => `${house}/${name}`),
)
/** A word of a standard that the code does not use. */
const FOREIGN = 'includeSubDomains'
const textOf = (file: string) => readFileSync(join(root, file), 'utf8')
const CODE = /\.(?:tsx?|css|ya?ml|json|sh|j2|service|py)$/
const wordsOfCode = new Set(
  sources.filter((name) => CODE.test(name)).flatMap((name) => textOf(name).match(/\w+/g) ?? []),
)

/** The anchors of a page's headings, as those who show Markdown make them. */
function anchorsOf(text: string): Set<string> {
  const headings = text.replace(/^```[^]*?^```/gm, '').matchAll(/^#+ (.+)$/gm)
  const slug = (heading: string) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-')
  return new Set([...headings].map(([, heading = '']) => slug(heading)))
}

describe.each(READMES)('%s', (readme) => {
  const text = textOf(readme)

  it('names no source that is not there', () => {
    const named = [...text.matchAll(/`(\w[\w./-]*\.tsx?)`/g)].map(([, name = '']) => name)
    expect(named.length).toBeGreaterThan(0)
    const isThere = (name: string) =>
      sources.some((source) => source === name || source.endsWith(`/${name}`))
    expect(named.filter((name) => !isThere(name))).toEqual([])
  })

  it('names nothing of the code that is not there', () => {
    const named = [...text.matchAll(/`([a-z]+[A-Z]\w*)(?:\(\))?`/g)].map(([, name = '']) => name)
    expect(named.filter((name) => name !== FOREIGN && !wordsOfCode.has(name))).toEqual([])
  })

  it('leads to no place that is not there', () => {
    const links = [...text.matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)]
    const lost = links.filter(([, path = '', anchor]) => {
      const page = path === '' ? readme : relative(root, join(root, dirname(readme), path))
      if (anchor === undefined) return !sources.includes(page) && !READMES.includes(page)
      return !anchorsOf(textOf(page)).has(anchor)
    })
    expect(lost.map(([link]) => link)).toEqual([])
  })
})

it('every word of the lines in README.md is a folder of the package below it', () => {
  const lines =
    textOf('README.md')
      .match(/^```\n(readers .*)^```/ms)?.[1]
      ?.split('\n') ?? []
  const foldersOf = (words: string, below: string) => {
    const houses = [...below.matchAll(/\w+\/src/g)].map(([house]) => house)
    const parts = words.split('⇒')
    expect(parts).toHaveLength(houses.length)
    return parts.flatMap((part, i) => part.split('→').map((word) => `${houses[i]}/${word.trim()}`))
  }
  const [there = '', houses = '', , back = '', housesBack = ''] = lines
  const folders = [...foldersOf(there, houses), ...foldersOf(back, housesBack)]
  expect(folders.length).toBeGreaterThan(15)
  const isFolder = (folder: string) => sources.some((source) => source.startsWith(`${folder}/`))
  expect(folders.filter((folder) => !isFolder(folder))).toEqual([])
})

it.each(['edge/README.md', 'edge/DEVICES.md', 'edge/DEVELOPING.md'])(
  'the list at the top of %s names its sections, in their order',
  (page) => {
    const [top = '', ...sections] = textOf(page).split(/^(?=## )/m)
    const listed = [...top.matchAll(/\]\(#([^)]*)\)/g)].map(([, anchor = '']) => anchor)
    const inOrder = [...anchorsOf(sections.join(''))].filter((anchor) => listed.includes(anchor))
    expect(listed).toEqual(inOrder)
    const unlisted = sections
      .flatMap((section) => [...anchorsOf(section)].slice(0, 1))
      .filter((anchor) => !listed.includes(anchor))
    expect(unlisted).toEqual([])
  },
)
