import { useEffect, useRef, useState } from 'react'

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
  const [room, setRoom] = useState({ width: 0, height: 0 })
  useEffect(() => {
    if (!ref.current) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setRoom({ width: entry.contentRect.width, height: entry.contentRect.height })
    })
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [])
  const scale = room.width ? Math.min(1, room.width / width) : 1
  return (
    <div ref={ref} className="ed-frame-room">
      <iframe
        name={name}
        title={title}
        src={address}
        className="ed-frame"
        style={{
          width,
          height: room.height / scale,
          transform: `scale(${scale})`,
          left: Math.max(0, (room.width - width * scale) / 2),
        }}
        onLoad={({ currentTarget }) => onLoad?.(currentTarget)}
      />
    </div>
  )
}
