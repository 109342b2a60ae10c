import { useId, useState } from 'react'
import type {
  ContentData,
  KeyStatus,
  Replacement,
  Version,
} from '../../../cms/features/content/editing/contract.ts'
import { previousContent } from '../../../cms/features/content/editing/previous-content.ts'
import { isText, plainText } from '../../../cms/features/content/editing/ui/content-data.ts'
import { idOf } from '../../../cms/features/content/editing/ui/content-keys.ts'
import { Button } from '../../../cms/platform/ui/Button.tsx'
import { unpublish } from '../publishing/publishing-actions.ts'
import { ScheduleForm } from '../publishing/ScheduleForm.tsx'
import { $openText } from '../state/editing-state.ts'
import { cancelEditing } from '../text/open-key.ts'

type Props = {
  entry: KeyStatus
  versions: Version[]
  built: ContentData | null
  onDone: () => void
}

/** Unpublishes a key, now or later, after the publisher has chosen what replaces it. */
export function TakeOff({ entry, versions, built, onDone }: Props) {
  const name = useId()
  const [replacement, setReplacement] = useState<Replacement | null>(null)
  const previous = previousContent(versions)
  const isPicture = entry.content_type === 'image'
  const contentName = isPicture ? 'picture' : 'text'
  const options: { value: Replacement; label: string; words: string | null }[] = [
    ...(isPicture ? [] : [{ value: 'nothing' as const, label: 'Nothing', words: null }]),
    ...(previous
      ? [
          {
            value: 'previous' as const,
            label: `The ${contentName} before it`,
            words: describeContent(previous),
          },
        ]
      : []),
    ...(built
      ? [
          {
            value: 'delivered' as const,
            label: isPicture
              ? 'The picture of the venue’s record'
              : 'The text it was delivered with',
            words: describeContent(built),
          },
        ]
      : []),
  ]
  const takeOff = async (instead: Replacement) => {
    // An open edit of the key is cancelled, because it is based on the unpublished content.
    if ($openText.get()?.id === idOf(entry)) cancelEditing({ keepFocus: true })
    if (await unpublish([entry], instead)) onDone()
  }
  return (
    <>
      <fieldset className="ed-instead">
        <legend>What stands there then?</legend>
        {options.map(({ value, label, words }) => (
          <label key={value} className="ed-check">
            <input
              type="radio"
              name={name}
              checked={replacement === value}
              onChange={() => setReplacement(value)}
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
        unavailable={!replacement}
        onClick={() => replacement && void takeOff(replacement)}
      >
        Take it off now
      </Button>
      <ScheduleForm action="unpublish" instead={replacement} items={[entry]} onDone={onDone} />
    </>
  )
}

const describeContent = (data: ContentData): string =>
  plainText(data) || (isText(data) ? '(empty)' : 'without words')
