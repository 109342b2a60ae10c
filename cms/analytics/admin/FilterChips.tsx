import { Button } from '../../../islands/ui/Button.tsx'
import type { FilterName } from './address.ts'
import { describeFilter } from './texts.ts'
import { useScreen } from './use-screen.tsx'

/** The filters that are set, each with a button that removes it. */
export function FilterChips({ onOpen }: { onOpen: () => void }) {
  const { address, toggle, change } = useScreen()
  const filters = Object.entries(address.filters) as [FilterName, string][]
  return (
    <div className="analytics-filters">
      <Button onClick={onOpen}>Filter …</Button>
      <ul aria-label="Filters">
        {filters.map(([name, value]) => (
          <Chip
            key={name}
            words={describeFilter(name, value)}
            onRemove={() => toggle(name, value)}
          />
        ))}
        {address.bots ? (
          <Chip words="Bots are counted too" onRemove={() => change({ bots: false })} />
        ) : null}
      </ul>
      {filters.length > 1 ? (
        <Button kind="quiet" onClick={() => change({ filters: {} })}>
          Remove all
        </Button>
      ) : null}
    </div>
  )
}

const Chip = ({ words, onRemove }: { words: string; onRemove: () => void }) => (
  <li>
    <button type="button" className="analytics-chip" onClick={onRemove}>
      {words}
      <span aria-hidden="true">✕</span>
      <span className="sr">(remove this filter)</span>
    </button>
  </li>
)
