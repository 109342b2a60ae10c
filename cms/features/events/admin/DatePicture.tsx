'use client'
import { Thumbnail, useListDrawer } from '@payloadcms/ui'
import { useReply } from '../../../platform/admin/calls/use-reply.ts'
import { Button } from '../../../platform/ui/Button.tsx'

type Props = { value: number | null; onChange: (picture: number | null) => void }
type Shown = { alt?: string | null; filename?: string | null; url?: string | null }

/** The picture of one date. It is chosen from the venue's pictures. */
export function DatePicture({ value, onChange }: Props) {
  const [ListDrawer, ListDrawerToggler, { closeDrawer }] = useListDrawer({
    collectionSlugs: ['media'],
    selectedCollection: 'media',
  })
  const { reply } = useReply<Shown>(value === null ? null : `media/${value}?depth=0`)
  return (
    <fieldset className="event-picture">
      <legend>Picture</legend>
      {value === null ? (
        <p className="admin-quiet">None: its page has a drawing.</p>
      ) : (
        <p>
          {reply?.url ? <Thumbnail fileSrc={reply.url} size="small" /> : null}
          {reply ? reply.alt || reply.filename : '…'}
        </p>
      )}
      <p className="event-picture__ways">
        <ListDrawerToggler className="ui-button" data-kind="plain">
          {value === null ? 'Choose a picture …' : 'Choose another …'}
        </ListDrawerToggler>
        {value === null ? null : (
          <Button onClick={() => onChange(null)}>
            Remove<span className="sr"> the picture</span>
          </Button>
        )}
      </p>
      <ListDrawer
        allowCreate={false}
        onSelect={({ docID }) => {
          onChange(Number(docID))
          closeDrawer()
        }}
      />
    </fieldset>
  )
}
