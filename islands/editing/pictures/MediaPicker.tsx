import { useEffect, useRef, useState } from 'react'
import { findPictures, uploadPicture } from '../../../cms/features/content/editing/ui/media.ts'
import { avifPath, type Picture } from '../../../cms/platform/media/picture.ts'
import { animationNote, maxUploadBytes } from '../../../cms/platform/media/rules.ts'
import { Button } from '../../../cms/platform/ui/Button.tsx'
import { showToast } from '../../../cms/platform/ui/toasts.ts'
import { showFailure } from '../calls.ts'

type Props = {
  chosen: number
  onChoose: (picture: Picture) => void
  /** Called when an upload starts and ends. */
  onBusy: (isBusy: boolean) => void
}

/** The media library, newest first, with an upload form. */
export function MediaPicker({ chosen, onChoose, onBusy }: Props) {
  const [pictures, setPictures] = useState<Picture[]>([])
  const [next, setNext] = useState<number | null>(1)
  const top = useRef<HTMLHeadingElement>(null)
  const load = async (page: number) => {
    try {
      const found = await findPictures(page)
      setPictures((known) => [
        ...known,
        ...found.pictures.filter(({ id }) => !known.some((each) => each.id === id)),
      ])
      setNext(found.hasMore ? page + 1 : null)
    } catch (error) {
      showFailure(error, 'The pictures could not be read')
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads the first page once
  useEffect(() => {
    void load(1)
  }, [])
  const add = (picture: Picture) => {
    setPictures((known) => [picture, ...known])
    onChoose(picture)
    // Scrolls to the fields for focal point and alternative text, at the top of the dialog.
    top.current?.closest('.ui-dialog-body')?.scrollTo({ top: 0 })
  }
  return (
    <>
      <Upload onUploaded={add} onBusy={onBusy} />
      <h3 ref={top}>Or choose one of the house’s</h3>
      <ul className="ed-media">
        {pictures.map((picture) => (
          <li key={picture.id}>
            <button
              type="button"
              aria-pressed={picture.id === chosen}
              onClick={() => onChoose(picture)}
            >
              <img
                src={avifPath(picture, 480) ?? ''}
                alt={picture.alt}
                loading="lazy"
                style={{ objectPosition: `${picture.focal.x}% ${picture.focal.y}%` }}
              />
            </button>
          </li>
        ))}
      </ul>
      {next !== null && next > 1 && <Button onClick={() => void load(next)}>More pictures</Button>}
    </>
  )
}

type UploadProps = { onUploaded: (picture: Picture) => void; onBusy: (isBusy: boolean) => void }

function Upload({ onUploaded, onBusy }: UploadProps) {
  const [file, setFile] = useState<File | null>(null)
  const [alt, setAlt] = useState('')
  const [isBusy, setBusy] = useState(false)
  // A new key resets the file field.
  const [uploads, setUploads] = useState(0)
  const isTooLarge = file !== null && file.size > maxUploadBytes
  const upload = async () => {
    if (!file || isTooLarge || isBusy) return
    setBusy(true)
    onBusy(true)
    try {
      const picture = await uploadPicture(file, alt.trim())
      if (picture) onUploaded(picture)
      showToast({
        title: 'Picture uploaded.',
        ...(picture?.wasAnimation && { description: animationNote }),
      })
      setFile(null)
      setUploads(uploads + 1)
      setAlt('')
    } catch (error) {
      showFailure(error, 'Upload failed')
    } finally {
      setBusy(false)
      onBusy(false)
    }
  }
  return (
    <form
      className="ed-upload"
      onSubmit={(event) => {
        event.preventDefault()
        void upload()
      }}
    >
      <h3>Upload a picture</h3>
      <label className="ed-choice">
        File
        <input
          key={uploads}
          type="file"
          accept="image/*"
          required
          onChange={({ target }) => setFile(target.files?.[0] ?? null)}
        />
      </label>
      {isTooLarge && (
        <p className="ed-hint" data-tone="fault" role="alert">
          A picture may have {maxUploadBytes / 1024 / 1024} MB.
        </p>
      )}
      <label className="ed-choice">
        What it shows (required)
        <input
          type="text"
          value={alt}
          required
          maxLength={300}
          onChange={({ target }) => setAlt(target.value)}
        />
      </label>
      <Button type="submit" unavailable={isBusy || isTooLarge}>
        {isBusy ? 'Uploading …' : 'Upload'}
      </Button>
    </form>
  )
}
