import { expect, it } from 'vitest'
import { makeAgent } from '../../../testing/agents.ts'
import { createFakeClock } from '../../../testing/fake-clock.ts'
import { createAgentBoard } from './agent-board.ts'
import { createAgentDirectory } from '../../../live/agent-directory.ts'

function openBoard() {
  const clock = createFakeClock()
  const directory = createAgentDirectory({ clock, serverNow: clock.now })
  const board = createAgentBoard(directory, clock)
  const stop = board.start()
  let changes = 0
  board.shown.subscribe(() => (changes += 1))
  const tell = (code: string, online = true) => {
    const { name, location } = makeAgent(code)
    directory.applyUpdates([
      { code, name, location, lastSeen: clock.now(), online, connected: undefined },
    ])
  }
  return {
    clock,
    board,
    stop,
    tell,
    changes: () => changes,
    codes: () => board.shown.get().map(({ code }) => code),
  }
}

it('shows the first agents at once, and puts them in order once a second after that', () => {
  const { clock, tell, codes, changes } = openBoard()
  tell('b')
  expect(codes()).toEqual(['b'])
  for (let i = 0; i < 50; i++) tell(`a${i}`)
  expect([codes(), changes()]).toEqual([['b'], 1])
  clock.advance(1000)
  expect([codes().length, codes()[0], changes()]).toEqual([51, 'a0', 2])
})

it('leaves every card in its place while it is held, with its state', () => {
  const { clock, board, tell, codes } = openBoard()
  for (const code of ['a', 'b']) tell(code)
  clock.advance(1000)
  board.hold(true)
  tell('a', false)
  clock.advance(1000)
  expect(codes()).toEqual(['a', 'b'])
  expect(board.shown.get()[0]?.online).toBe(false)
  board.hold(false)
  clock.advance(1000)
  expect(codes()).toEqual(['b', 'a'])
})

it('follows nothing after its end, and everything when it starts again', () => {
  const { clock, board, stop, tell, codes } = openBoard()
  tell('b')
  stop()
  tell('a')
  clock.advance(5000)
  expect(codes()).toEqual(['b'])
  board.start()
  expect(codes()).toEqual(['a', 'b'])
})
