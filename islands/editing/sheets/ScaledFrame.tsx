import { useRef } from 'react'
import { scaleToFit, useSize } from '../../../cms/platform/ui/use-scaled-frame.ts'

type Props = {
  name: string
  title: string
  address: string
  /** Viewport width of the framed page, in CSS pixels. */
  width: number
  onLoad?: (frame: HTMLIFrameElement) => void
}

/** A page at the width of another screen, scaled down to fit. */
export function ScaledFrame({ name, title, address, width, onLoad }: Props) {
  const ref = useRef<HTMLDivElement>(null)
  const room = useSize(ref) ?? { width: 0, height: 0 }
  return (
    <div ref={ref} className="ed-frame-room">
      <iframe
        name={name}
        title={title}
        src={address}
        className="ed-frame"
        style={scaleToFit(width, room)}
        onLoad={({ currentTarget }) => onLoad?.(currentTarget)}
      />
    </div>
  )
}
