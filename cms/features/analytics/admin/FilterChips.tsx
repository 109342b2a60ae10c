import { Button } from '../../../platform/ui/Button.tsx'
import { type FilterName, settingsForReports, settingsForRows } from './settings.ts'
import { describeFilter } from './texts.ts'
import { useScreen } from './use-screen.tsx'

type Props = {
  onOpen: () => void
  /** Whether the filters limit rows of single visits instead of reports. */
  isOfRows?: boolean
}

/** The filters that are set, each with a button that removes it. */
export function FilterChips({ onOpen, isOfRows = false }: Props) {
  const { settings, leftOut, toggle, change } = useScreen()
  const filters = Object.entries(settings.filters) as [FilterName, string][]
  const applied = isOfRows ? settingsForRows(settings) : settingsForReports(settings)
  const count = Object.keys(applied.filters).length
  const hasUnused = count < filters.length || applied.bots !== settings.bots
  return (
    <div className="analytics-filters">
      <Button onClick={onOpen}>Filter …</Button>
      <ul aria-label="Filters">
        {filters.map(([name, value]) => (
          <Chip
            key={name}
            words={describeFilter(name, value)}
            isUnused={applied.filters[name] === undefined}
            onRemove={() => toggle(name, value)}
          />
        ))}
        {settings.bots ? (
          <Chip
            words="Bots are counted too"
            isUnused={!applied.bots}
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
      {hasUnused ? (
        <p className="analytics-quiet">
          {isOfRows
            ? 'Rows of single visits are not filtered by members’ profiles.'
            : 'A filter by members’ profiles is used alone. The struck-out ones are not used, so that nobody can be told apart.'}
        </p>
      ) : null}
    </div>
  )
}

/** `isUnused`: whether the filter is set but does not apply. */
type ChipProps = { words: string; isUnused: boolean; onRemove: () => void }

const Chip = ({ words, isUnused, onRemove }: ChipProps) => (
  <li>
    <button
      type="button"
      className="analytics-chip"
      data-waiting={isUnused || undefined}
      onClick={onRemove}
    >
      {isUnused ? <s>{words}</s> : words}
      <span aria-hidden="true">✕</span>
      <span className="sr">(remove this filter)</span>
    </button>
  </li>
)
