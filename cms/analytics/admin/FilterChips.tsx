import { Button } from '../../../islands/ui/Button.tsx'
import { appliedToReports, appliedToRows, type FilterName } from './address.ts'
import { describeFilter } from './texts.ts'
import { useScreen } from './use-screen.tsx'

type Props = {
  onOpen: () => void
  /** Whether the filters limit rows of single visits instead of reports. */
  isOfRows?: boolean
}

/** The filters that are set, each with a button that removes it. */
export function FilterChips({ onOpen, isOfRows = false }: Props) {
  const { address, leftOut, toggle, change } = useScreen()
  const filters = Object.entries(address.filters) as [FilterName, string][]
  const applied = isOfRows ? appliedToRows(address) : appliedToReports(address)
  const count = Object.keys(applied.filters).length
  const isWaiting = count < filters.length || applied.bots !== address.bots
  return (
    <div className="analytics-filters">
      <Button onClick={onOpen}>Filter …</Button>
      <ul aria-label="Filters">
        {filters.map(([name, value]) => (
          <Chip
            key={name}
            words={describeFilter(name, value)}
            isWaiting={applied.filters[name] === undefined}
            onRemove={() => toggle(name, value)}
          />
        ))}
        {address.bots ? (
          <Chip
            words="Bots are counted too"
            isWaiting={!applied.bots}
            onRemove={() => change({ bots: false })}
          />
        ) : null}
      </ul>
      {filters.length > 1 ? (
        <Button kind="quiet" onClick={() => change({ filters: {} })}>
          Remove all
        </Button>
      ) : null}
      <p role="status" className="analytics-quiet">
        {leftOut.length ? `No visit can have ${leftOut.join(' or ')}, so this is left out.` : null}
      </p>
      {isWaiting ? (
        <p className="analytics-quiet">
          {isOfRows
            ? 'Rows of single visits are not filtered by members’ profiles.'
            : 'A filter by members’ profiles is used alone. The struck-out ones are not used, so that nobody can be told apart.'}
        </p>
      ) : null}
    </div>
  )
}

type ChipProps = { words: string; isWaiting: boolean; onRemove: () => void }

const Chip = ({ words, isWaiting, onRemove }: ChipProps) => (
  <li>
    <button
      type="button"
      className="analytics-chip"
      data-waiting={isWaiting || undefined}
      onClick={onRemove}
    >
      {isWaiting ? <s>{words}</s> : words}
      <span aria-hidden="true">✕</span>
      <span className="sr">(remove this filter)</span>
    </button>
  </li>
)
