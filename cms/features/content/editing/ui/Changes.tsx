import { isSameContent } from '../../rules.ts'
import type { ContentData, Positioning } from '../contract.ts'
import { compareWords } from '../words-changed.ts'
import { isText, plainText } from './content-data.ts'
import { PictureThumbnail } from './PictureThumbnail.tsx'

type Props = { before: ContentData; after: ContentData }

const tags = { same: 'span', added: 'ins', removed: 'del' } as const

export const Changes = ({ before, after }: Props) => (
  <div className="ed-changes">
    {!(isText(before) && isText(after)) && (
      <div className="ed-pair">
        <PictureThumbnail data={before} caption="Before" />
        <PictureThumbnail data={after} caption="After" />
      </div>
    )}
    <TextChanges before={plainText(before)} after={plainText(after)} />
    {!isSameContent(before.positioning, after.positioning) && (
      <p className="ed-moved">
        Position: <del>{describePosition(before.positioning)}</del>{' '}
        <ins>{describePosition(after.positioning)}</ins>
      </p>
    )}
  </div>
)

function TextChanges({ before, after }: { before: string; after: string }) {
  if (before === after) return <p className="ed-quiet">The words are the same.</p>
  let position = 0
  return (
    <p className="ed-words">
      {compareWords(before, after).map(({ text, kind }) => {
        const Tag = tags[kind]
        position += text.length
        return <Tag key={`${position}${kind}`}>{text}</Tag>
      })}
    </p>
  )
}

/** The changes of a version compared with its `base`; only its text if the base is unknown. */
export const ChangesOrText = ({ data, base }: { data: ContentData; base: ContentData | null }) =>
  base ? <Changes before={base} after={data} /> : <p className="ed-words">{plainText(data)}</p>

function describePosition(positioning: Positioning | undefined): string {
  if (!positioning) return 'as composed'
  const { alignment, containerPosition, marginTop, marginBottom, marginLeft, marginRight } =
    positioning
  const margins = [marginTop, marginRight, marginBottom, marginLeft]
  const container =
    containerPosition === 'default' ? '' : `, ${containerPosition.replace('-', ' ')}`
  const steps = margins.some(Boolean)
    ? `, margins ${margins.join(' ')} (top, right, bottom, left)`
    : ''
  return `${alignment}${container}${steps}`
}
