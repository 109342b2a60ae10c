import type { ContentData, Positioning } from '../../../cms/editing/contract.ts'
import { type Piece, wordsChanged } from '../../../cms/editing/words-changed.ts'
import { PictureOf } from '../pictures/PictureThumbnail.tsx'
import { isText, sameData, wordsOf } from '../state/content-data.ts'

type Sides = { before: ContentData; after: ContentData }

const tags = { same: 'span', added: 'ins', removed: 'del' } as const

function Words({ pieces }: { pieces: Piece[] }) {
  let at = 0
  return (
    <p className="ed-words">
      {pieces.map(({ text, kind }) => {
        const Tag = tags[kind]
        at += text.length
        return <Tag key={`${at}${kind}`}>{text}</Tag>
      })}
    </p>
  )
}

/** A text as it was and as it is, with the words that went and came marked, not by colour alone. */
export function Changes({ before, after }: Sides) {
  return (
    <div className="ed-changes">
      {isText(before) && isText(after) ? (
        <TextChanges before={before.text} after={after.text} />
      ) : (
        <PictureChanges before={before} after={after} />
      )}
      {!sameData(before.positioning, after.positioning) && (
        <p className="ed-moved">
          Position: <del>{placeOf(before.positioning)}</del> <ins>{placeOf(after.positioning)}</ins>
        </p>
      )}
    </div>
  )
}

function TextChanges({ before, after }: { before: string; after: string }) {
  if (before === after) return <p className="ed-quiet">The words are the same.</p>
  return <Words pieces={wordsChanged(before, after)} />
}

function PictureChanges({ before, after }: Sides) {
  return (
    <>
      <div className="ed-pair">
        <PictureOf data={before} caption="Before" />
        <PictureOf data={after} caption="After" />
      </div>
      <TextChanges before={wordsOf(before)} after={wordsOf(after)} />
    </>
  )
}

/** What somebody made of what they started from; the words alone where that is not known. */
export function Made({ of, from }: { of: ContentData; from: ContentData | null }) {
  return from ? <Changes before={from} after={of} /> : <p className="ed-words">{wordsOf(of)}</p>
}

function placeOf(positioning: Positioning | undefined): string {
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
