import { expect, test } from 'vitest'
import { journeyGraph } from './journey-graph.ts'

const move = (from: string, to: string, moves: number) => ({
  from,
  to,
  moves,
  transition: 'link',
  sessions: moves,
})

test('the graph of moves has pages on both sides, combines pages with few moves, and loses no move', () => {
  const { nodes, links } = journeyGraph(
    [
      move('/', '/beer', 9),
      move('/beer', '/', 5),
      move('/cafe', '/beer', 1),
      move('/hall', '/', 1),
    ],
    2,
  )
  expect(nodes.map(({ side, name, moves }) => `${side} ${name} ${moves}`).sort()).toEqual([
    'from / 9',
    'from /beer 5',
    'from Other pages 2',
    'to / 6',
    'to /beer 10',
  ])
  expect(links.reduce((sum, { value }) => sum + value, 0)).toBe(16)
  for (const { source, target } of links) {
    expect([nodes[source]?.side, nodes[target]?.side]).toEqual(['from', 'to'])
  }
})
