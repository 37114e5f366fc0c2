// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { Suspense, useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { lazyPart } from './lazy-part.tsx'

afterEach(cleanup)

function Greeting({ name }: { name: string }) {
  const [first] = useState(name)
  return (
    <p>
      {first}, {name}
    </p>
  )
}

const shown = (Part: ReturnType<typeof lazyPart<{ name: string }>>, name: string) => (
  <Suspense fallback="wait">
    <Part name={name} />
  </Suspense>
)

it('a lazy part is drawn without a fallback once it is loaded', async () => {
  const Part = lazyPart(async () => Greeting)
  await Part.load()
  render(shown(Part, 'Ana'))
  expect(screen.getByText('Ana, Ana')).toBeDefined()
})

it('a lazy part waits behind the fallback, and keeps its state afterwards', async () => {
  let resolve: (part: typeof Greeting) => void = () => {}
  const Part = lazyPart(() => new Promise<typeof Greeting>((done) => (resolve = done)))
  const { rerender } = render(shown(Part, 'Ana'))
  expect(screen.getByText('wait')).toBeDefined()
  await act(async () => resolve(Greeting))
  await screen.findByText('Ana, Ana')
  rerender(shown(Part, 'Eva'))
  expect(screen.getByText('Ana, Eva')).toBeDefined()
})
