'use client'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { SitePage } from '../../content/admin/site-pages.ts'

const devices = [
  { name: 'Phone', width: 390 },
  { name: 'Tablet', width: 768 },
  { name: 'Desktop', width: 1280 },
] as const

type Props = {
  frame: RefObject<HTMLIFrameElement | null>
  open: SitePage
  /** Whether a page that is loaded now comes in edit mode. */
  ready: boolean
  /** A moment of the past to show the page at, null for the page to edit. */
  at: string | null
  onLoad: () => void
}

/** The page itself, as wide as on a device and as large as there is room for. */
export function Stage({ frame, open, ready, at, onLoad }: Props) {
  const [width, setWidth] = useState<number | null>(null)
  const [room, setRoom] = useState<{ width: number; height: number } | null>(null)
  const stage = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const element = stage.current
    if (!element) return
    const watch = new ResizeObserver(() => {
      setRoom({ width: element.clientWidth, height: element.clientHeight })
    })
    watch.observe(element)
    return () => watch.disconnect()
  }, [])

  const fitting = room && room.width < 700 ? 390 : room && room.width < 1000 ? 768 : 1280
  const chosen = width ?? fitting
  const scale = room ? Math.min(1, room.width / chosen) : 1
  const src = at ? `${open.path}?at=${encodeURIComponent(at)}` : open.path
  return (
    <div className="visual__stage">
      <div className="visual__bar">
        <fieldset>
          <legend className="sr">Width</legend>
          {devices.map((device) => (
            <button
              key={device.name}
              type="button"
              aria-pressed={chosen === device.width}
              onClick={() => setWidth(device.width)}
            >
              {device.name} <small>{device.width}</small>
            </button>
          ))}
        </fieldset>
        <a href={open.path} target="_blank" rel="noreferrer">
          Open the page
        </a>
      </div>
      <div className="visual__room" ref={stage}>
        {ready && room ? (
          <iframe
            ref={frame}
            key={src}
            title={at ? `${open.name}, as it was` : `${open.name}, to edit`}
            src={src}
            onLoad={onLoad}
            style={{
              width: chosen,
              height: room.height / scale,
              transform: `scale(${scale})`,
              left: Math.max(0, (room.width - chosen * scale) / 2),
            }}
          />
        ) : null}
      </div>
    </div>
  )
}
