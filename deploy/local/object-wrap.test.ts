import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { aborts, mendObjectWrap } from './object-wrap.ts'

const folder = mkdtempSync(join(tmpdir(), 'object-wrap-'))
const file = join(folder, 'include/node/node_object_wrap.h')
mkdirSync(dirname(file), { recursive: true })
afterAll(() => rmSync(folder, { recursive: true }))

/** The class as Node 24.21 has it, with these lines in its constructor and destructor. */
const header = (added: string, taken: string) => `class ObjectWrap {
 public:
  ObjectWrap() {
    refs_ = 0;
${added}  }

  virtual ~ObjectWrap() {
${taken}    if (persistent().IsEmpty())
      return;
  }
${added && '  static void CleanupHook(void* arg) { delete static_cast<ObjectWrap*>(arg); }\n'}};
`

it('takes the hooks out of the class, and leaves the header of an older Node as it is', () => {
  writeFileSync(file, header('    AddCleanupHook();\n', '    RemoveCleanupHook();\n'))
  mendObjectWrap(folder)
  expect(readFileSync(file, 'utf8')).not.toMatch(/(?:Add|Remove)CleanupHook\(\);/)
  expect(readFileSync(file, 'utf8')).toContain('refs_ = 0;\n  }')

  const older = header('', '')
  writeFileSync(file, older)
  mendObjectWrap(folder)
  expect(readFileSync(file, 'utf8')).toBe(older)
})

it('refuses a header that registers its hooks in another form', () => {
  writeFileSync(file, header('    AddCleanupHook(isolate);\n', '    RemoveCleanupHook();\n'))
  expect(() => mendObjectWrap(folder)).toThrow(/a form that is not known/)
})

it('knows a binding that aborts, and the one of this checkout as one that does not', () => {
  writeFileSync(file, 'node::RemoveEnvironmentCleanupHook(isolate)')
  expect(aborts(file)).toBe(true)
  const here = new URL('../../node_modules/better-sqlite3/build/Release/', import.meta.url)
  expect(aborts(new URL('better_sqlite3.node', here).pathname)).toBe(false)
})
