import type { Move } from '../../reports/contract.ts'

/**
 * A page on the left or right of the graph. `page` is null for other sites, and for the node that combines all other
 * pages.
 */
export type JourneyNode = { name: string; page: string | null; side: 'from' | 'to'; moves: number }
export type JourneyGraph = {
  nodes: JourneyNode[]
  /** `source` and `target` are positions in `nodes`. `value` is the number of moves. */
  links: { source: number; target: number; value: number }[]
}

const otherPages = 'Other pages'

/**
 * The graph of moves from pages on the left to pages on the right. A page that occurs on both sides has two nodes, so
 * the graph has no cycles. The pages with the most moves are shown one by one; all others are combined.
 * @param maxPages the maximum number of pages on each side that are shown one by one
 */
export function journeyGraph(moves: readonly Move[], maxPages = 8): JourneyGraph {
  const nodes: JourneyNode[] = []
  const positions = new Map<string, number>()
  const shown = {
    from: mostFrequentPages(moves, 'from', maxPages),
    to: mostFrequentPages(moves, 'to', maxPages),
  }
  const nodeOf = (side: 'from' | 'to', page: string, count: number): number => {
    const isShown = shown[side].has(page)
    const name = isShown ? page : otherPages
    const key = `${side} ${name}`
    const position = positions.get(key) ?? nodes.length
    positions.set(key, position)
    const ownPage = isShown && page.startsWith('/') ? page : null
    nodes[position] ??= { name, page: ownPage, side, moves: 0 }
    nodes[position].moves += count
    return position
  }
  const links = new Map<string, JourneyGraph['links'][number]>()
  for (const { from, to, moves: count } of moves) {
    const [source, target] = [nodeOf('from', from, count), nodeOf('to', to, count)]
    const key = `${source} ${target}`
    links.set(key, { source, target, value: (links.get(key)?.value ?? 0) + count })
  }
  return { nodes, links: [...links.values()] }
}

function mostFrequentPages(
  moves: readonly Move[],
  side: 'from' | 'to',
  maxPages: number,
): Set<string> {
  const counts = new Map<string, number>()
  for (const move of moves) counts.set(move[side], (counts.get(move[side]) ?? 0) + move.moves)
  const sorted = [...counts].sort(([, a], [, b]) => b - a)
  return new Set(sorted.slice(0, maxPages).map(([page]) => page))
}
