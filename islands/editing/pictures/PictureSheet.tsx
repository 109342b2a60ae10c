import { useStore } from '@nanostores/react'
import { useEffect, useId, useState } from 'react'
import type { ImageData } from '../../../cms/editing/contract.ts'
import type { Picture } from '../../../cms/media/picture.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { showData } from '../page/show-content.ts'
import { isImage, sameData } from '../state/content-data.ts'
import { labelOf, parseId } from '../state/content-keys.ts'
import { $keys, $place, $sheet } from '../state/editing-state.ts'
import { discardWritten, keepWritten, saveWritten } from '../text/open-key.ts'
import type { Unsaved } from '../unsaved/unsaved.ts'
import { FocalPoint } from './FocalPoint.tsx'
import { MediaPicker } from './MediaPicker.tsx'
import { usePicture } from './PictureThumbnail.tsx'

const longestAlt = 300

/** Another picture, its alternative text, and which part of it must be seen. */
export function PictureSheet({ id, again }: { id: string; again?: Unsaved | undefined }) {
  const page = useStore($place)?.page ?? ''
  // What it started from stays, whatever others save meanwhile.
  const [{ start, revision }] = useState(() => {
    const key = $keys.get()[id]
    return again ?? { start: key?.content_data, revision: key?.revision ?? null }
  })
  const [data, setData] = useState(() => {
    const first = again?.data ?? start
    return first && isImage(first) ? first : null
  })
  const [asked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  const [uploading, setUploading] = useState(false)
  const picture = usePicture(data?.media ?? null)
  const faultId = useId()
  useEffect(() => {
    if (!data || !start) return
    showData(id, data)
    keepWritten({ id, page, path: location.pathname, data, start, revision })
  }, [id, page, data, start, revision])
  const close = () => $sheet.set(null)
  if (!start || !isImage(start) || !data) return null
  const change = (part: Partial<ImageData>) => setData({ ...data, ...part })
  const choose = ({ id: media, alt, focal }: Picture) => change({ media, alt, focal })
  const entry = { id, page, path: location.pathname, start, revision }
  const cancel = () => {
    showData(id, start)
    close()
    discardWritten({ ...entry, data })
  }
  const noAlt = !data.alt.trim()
  const save = async () => {
    setAsked(true)
    if (noAlt || busy) return
    if (sameData(data, start)) return cancel()
    setBusy(true)
    const tidy = { ...data, alt: data.alt.trim() }
    const { kind } = await saveWritten({ ...entry, data: tidy })
    setBusy(false)
    if (kind === 'failed') showData(id, data)
    else close()
  }
  return (
    <Dialog
      title={`Picture: ${labelOf(parseId(id, page))}`}
      onClose={cancel}
      footer={
        <>
          <Button kind="strong" unavailable={busy || uploading} onClick={() => void save()}>
            {busy ? 'Saving …' : uploading ? 'Uploading …' : 'Save draft'}
          </Button>
          <Button onClick={cancel}>Cancel</Button>
          <Button kind="quiet" onClick={() => $sheet.set({ kind: 'history', id })}>
            History
          </Button>
        </>
      }
    >
      {picture && (
        <FocalPoint picture={picture} focal={data.focal} onFocal={(focal) => change({ focal })} />
      )}
      <label className="ed-choice">
        Alternative text (required)
        <textarea
          rows={2}
          value={data.alt}
          required
          maxLength={longestAlt}
          aria-invalid={(asked && noAlt) || undefined}
          aria-describedby={faultId}
          onChange={({ target }) => change({ alt: target.value })}
        />
      </label>
      <p id={faultId} className="ed-hint" data-tone={asked && noAlt ? 'fault' : undefined}>
        {asked && noAlt
          ? 'Say what the picture shows, for people who can’t see it.'
          : 'What the picture shows, for people who can’t see it.'}
      </p>
      <MediaPicker chosen={data.media} onChoose={choose} onBusy={setUploading} />
    </Dialog>
  )
}
