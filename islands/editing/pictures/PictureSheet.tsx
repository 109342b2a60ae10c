import { useStore } from '@nanostores/react'
import { useEffect, useId, useState } from 'react'
import type { ImageData } from '../../../cms/features/content/editing/contract.ts'
import { isImage } from '../../../cms/features/content/editing/ui/content-data.ts'
import { parseId } from '../../../cms/features/content/editing/ui/content-keys.ts'
import { usePicture } from '../../../cms/features/content/editing/ui/PictureThumbnail.tsx'
import { isSameContent } from '../../../cms/features/content/rules.ts'
import { textName } from '../../../cms/features/content/text-names.ts'
import type { Picture } from '../../../cms/platform/media/picture.ts'
import { Button } from '../../../cms/platform/ui/Button.tsx'
import { Dialog } from '../../../cms/platform/ui/Dialog.tsx'
import { TakeOffButton } from '../history/TakeOffButton.tsx'
import { showContent } from '../page/show-content.ts'
import { $keys, $pageContext, $sheet, closeSheet } from '../state/editing-state.ts'
import { discardUnsaved, saveUnsaved, storeIfChanged } from '../text/open-key.ts'
import type { Unsaved } from '../unsaved/unsaved.ts'
import { FocalPoint } from './FocalPoint.tsx'
import { MediaPicker } from './MediaPicker.tsx'

const maxAltLength = 300

/** Chooses a key's picture, its alternative text and its focal point. */
export function PictureSheet({ id, unsaved }: { id: string; unsaved?: Unsaved | undefined }) {
  const page = useStore($pageContext)?.page ?? ''
  // Fixed when the sheet opens, so that other people's saves are detected as conflicts.
  const [{ start, revision }] = useState(() => {
    const key = $keys.get()[id]
    return unsaved ?? { start: key?.content_data, revision: key?.revision ?? null }
  })
  const [data, setData] = useState(() => {
    const initial = unsaved?.data ?? start
    return initial && isImage(initial) ? initial : null
  })
  const [isSubmitted, setSubmitted] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [isUploading, setUploading] = useState(false)
  const picture = usePicture(data?.media ?? null)
  const hintId = useId()
  useEffect(() => {
    if (!data || !start) return
    showContent(id, data)
    storeIfChanged({ id, page, path: location.pathname, data, start, revision })
  }, [id, page, data, start, revision])
  if (!start || !isImage(start) || !data) return null
  const change = (part: Partial<ImageData>) => setData((known) => known && { ...known, ...part })
  const choose = ({ id: media, alt, focal }: Picture) => change({ media, alt, focal })
  const entry = { id, page, path: location.pathname, start, revision }
  const cancel = () => {
    showContent(id, start)
    closeSheet()
    discardUnsaved({ ...entry, data })
  }
  const alt = data.alt.trim()
  const isAltMissing = isSubmitted && !alt
  const save = async () => {
    setSubmitted(true)
    if (!alt || isBusy) return
    if (isSameContent(data, start)) return cancel()
    setBusy(true)
    const { kind } = await saveUnsaved({ ...entry, data: { ...data, alt } })
    setBusy(false)
    if (kind === 'failed') showContent(id, data)
    else closeSheet()
  }
  return (
    <Dialog
      title={`Picture: ${textName(parseId(id, page))}`}
      onClose={cancel}
      footer={
        <>
          <Button kind="strong" unavailable={isBusy || isUploading} onClick={() => void save()}>
            {isBusy ? 'Saving …' : isUploading ? 'Uploading …' : 'Save draft'}
          </Button>
          <Button onClick={cancel}>Cancel</Button>
          <Button kind="quiet" onClick={() => $sheet.set({ kind: 'history', id })}>
            History
          </Button>
          <TakeOffButton id={id} />
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
          maxLength={maxAltLength}
          aria-invalid={isAltMissing || undefined}
          aria-describedby={hintId}
          onChange={({ target }) => change({ alt: target.value })}
        />
      </label>
      <p id={hintId} className="ed-hint" data-tone={isAltMissing ? 'fault' : undefined}>
        {isAltMissing ? 'Say what' : 'What'} the picture shows, for people who can’t see it.
      </p>
      <MediaPicker chosen={data.media} onChoose={choose} onBusy={setUploading} />
    </Dialog>
  )
}
