import { useStore } from '@nanostores/react'
import { textName } from '../../../cms/features/content/text-names.ts'
import { Button } from '../../../cms/platform/ui/Button.tsx'
import { formatMoment } from '../../../cms/platform/ui/format-time.ts'
import { calls } from '../calls.ts'
import { Moment } from '../sheets/Moment.tsx'
import { Loaded, useQuery } from '../sheets/use-query.tsx'
import { $timeZone } from '../state/editing-state.ts'

const maxNamedKeys = 4

type Props = { page: string; onChoose: (at: string) => void }

export function PageHistory({ page, onChoose }: Props) {
  const timeZone = useStore($timeZone)
  const query = useQuery(page, () => calls.pageHistory(page))
  return (
    <Loaded query={query}>
      {({ changes }) => {
        const first = changes.at(-1)
        if (!first) {
          return <p>Nothing has been published yet: the page reads as it was delivered.</p>
        }
        return (
          <ol className="ed-list">
            {changes.map(({ at, by, keys }) => (
              <li key={at} className="ed-card">
                <p>
                  <b>
                    <Moment at={at} />
                  </b>{' '}
                  {by ?? 'the house'}
                </p>
                <p className="ed-quiet">
                  {keys
                    .slice(0, maxNamedKeys)
                    .map((key) => textName(key))
                    .join(', ')}
                  {keys.length > maxNamedKeys && ` and ${keys.length - maxNamedKeys} more`}
                </p>
                <Button
                  aria-label={`Look at the page of ${formatMoment(at, timeZone)}`}
                  onClick={() => onChoose(at)}
                >
                  Look at it
                </Button>
              </li>
            ))}
            <li className="ed-card">
              <p>
                <b>Before the first change</b>
              </p>
              <Button
                aria-label="Look at the page before the first change"
                onClick={() => onChoose(new Date(Date.parse(first.at) - 1000).toISOString())}
              >
                Look at it
              </Button>
            </li>
          </ol>
        )
      }}
    </Loaded>
  )
}
