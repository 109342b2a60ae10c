import { useId, useState } from 'react'
import type { ContentData, KeyStatus, Replacement, Version } from '../../../cms/editing/contract.ts'
import { previousContent } from '../../../cms/editing/previous-content.ts'
import { Button } from '../../ui/Button.tsx'
import { unpublish } from '../publishing/publishing-actions.ts'
import { ScheduleForm } from '../publishing/ScheduleForm.tsx'
import { isText, plainText } from '../state/content-data.ts'

type Props = {
  entry: KeyStatus
  versions: Version[]
  built: ContentData | null
  onDone: () => void
}

/** Takes a key off the page, now or later, once it is chosen what stands there then. */
export function TakeOff({ entry, versions, built, onDone }: Props) {
  const name = useId()
  const [instead, setInstead] = useState<Replacement | null>(null)
  const previous = previousContent(versions)
  const isPicture = entry.content_type === 'image'
  const what = isPicture ? 'picture' : 'text'
  const options: { value: Replacement; label: string; words: string | null }[] = [
    ...(isPicture ? [] : [{ value: 'nothing' as const, label: 'Nothing', words: null }]),
    ...(previous
      ? [{ value: 'previous' as const, label: `The ${what} before it`, words: wordsOf(previous) }]
      : []),
    ...(built
      ? [
          {
            value: 'delivered' as const,
            label: isPicture
              ? 'The picture of the venue’s record'
              : 'The text it was delivered with',
            words: wordsOf(built),
          },
        ]
      : []),
  ]
  return (
    <>
      <fieldset className="ed-instead">
        <legend>What stands there then?</legend>
        {options.map(({ value, label, words }) => (
          <label key={value} className="ed-check">
            <input
              type="radio"
              name={name}
              checked={instead === value}
              onChange={() => setInstead(value)}
            />
            <span>
              {label}
              {words !== null && <q>{words}</q>}
            </span>
          </label>
        ))}
      </fieldset>
      <Button
        kind="danger"
        unavailable={!instead}
        onClick={() => instead && void unpublish([entry], instead).then(onDone)}
      >
        Take it off now
      </Button>
      <ScheduleForm action="unpublish" instead={instead} items={[entry]} onDone={onDone} />
    </>
  )
}

const wordsOf = (data: ContentData): string =>
  plainText(data) || (isText(data) ? '(empty)' : 'without words')
