import { ResponsiveContainer, Sankey, Tooltip, type TooltipContentProps } from 'recharts'
import { countPhrase, pageText } from '../texts.ts'
import type { JourneyGraph, JourneyNode } from './journey-graph.ts'

type Props = { graph: JourneyGraph; onChoose: (page: string) => void }

type Drawn = { x: number; y: number; width: number; height: number; payload: unknown }

const maxNameLength = 22
const shorten = (name: string): string =>
  name.length > maxNameLength ? `${name.slice(0, maxNameLength - 1)}…` : name

/** Moves between pages. The width of a link is the number of moves. A click on a page sets a filter by this page. */
export function JourneyChart({ graph, onChoose }: Props) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      <Sankey
        className="analytics-flow__picture"
        data={graph}
        nodeWidth={8}
        nodePadding={18}
        margin={{ top: 8, right: 4, bottom: 8, left: 4 }}
        accessibilityLayer={false}
        link={{ stroke: 'var(--spot)', strokeOpacity: 0.28 }}
        node={(drawn: Drawn) => <Node drawn={drawn} onChoose={onChoose} />}
      >
        <Tooltip
          content={(shown: TooltipContentProps) => <TooltipContent shown={shown} />}
          isAnimationActive={false}
        />
      </Sankey>
    </ResponsiveContainer>
  )
}

function Node({ drawn, onChoose }: { drawn: Drawn; onChoose: Props['onChoose'] }) {
  const { x, y, width, height } = drawn
  const { name, page, side } = drawn.payload as JourneyNode
  const isLeft = side === 'from'
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the table beside it has buttons for keyboards
    <g
      className={page === null ? undefined : 'is-page'}
      onClick={page === null ? undefined : () => onChoose(page)}
    >
      <rect x={x} y={y} width={width} height={Math.max(height, 2)} fill="var(--theme-text)" />
      <text
        x={isLeft ? x + width + 6 : x - 6}
        y={y + height / 2}
        dy="0.35em"
        textAnchor={isLeft ? 'start' : 'end'}
      >
        {shorten(pageText(name))}
      </text>
    </g>
  )
}

/** What the tooltip is about: a link, which has `source` and `target`, or a node. */
type LinkOrNode = {
  source?: JourneyNode
  target?: JourneyNode
  value?: number
} & Partial<JourneyNode>

function TooltipContent({ shown: { active, payload } }: { shown: TooltipContentProps }) {
  const item = payload?.[0]?.payload as ({ payload?: LinkOrNode } & LinkOrNode) | undefined
  const found = item?.payload ?? item
  if (!active || !found) return null
  const { source, target, value, name, side } = found
  return (
    <div className="analytics-tooltip">
      <p>
        {source && target
          ? `${pageText(source.name)} → ${pageText(target.name)}`
          : `${side === 'to' ? 'To' : 'From'} ${pageText(name ?? '')}`}
      </p>
      <p>
        <b>{countPhrase(value ?? 0, 'time')}</b>
      </p>
    </div>
  )
}
