import { avifPath, type Picture } from '../../../cms/platform/media/picture.ts'
import { type Focal, focalAt, movedFocal } from './focal.ts'

type Props = { picture: Picture; focal: Focal; onFocal: (focal: Focal) => void }

/** Sets the focal point by click or arrow keys. The focal point stays visible in every crop. */
export function FocalPoint({ picture, focal, onFocal }: Props) {
  const address = avifPath(picture)
  if (!address) return null
  return (
    <div className="ed-focal">
      <button
        type="button"
        aria-label={`Focal point: ${focal.x}% from the left, ${focal.y}% from the top. Arrow keys move it.`}
        onClick={(event) => {
          // A click by keyboard has no coordinates.
          if (event.detail > 0) {
            onFocal(focalAt(event.currentTarget.getBoundingClientRect(), event.nativeEvent))
          }
        }}
        onKeyDown={(event) => {
          const moved = movedFocal(focal, event.key, event.shiftKey)
          if (!moved) return
          event.preventDefault()
          onFocal(moved)
        }}
      >
        <img src={address} alt="" width={picture.width} height={picture.height} />
        <span className="ed-crosshair" style={{ left: `${focal.x}%`, top: `${focal.y}%` }} />
      </button>
      <p className="ed-hint" aria-live="polite">
        Focal point {focal.x}%, {focal.y}%. Click the picture or use the arrow keys.
      </p>
    </div>
  )
}
