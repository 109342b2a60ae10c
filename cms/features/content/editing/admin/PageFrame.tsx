'use client'
import { type RefObject, useRef, useState } from 'react'
import { scaleToFit, useSize } from '../../../../platform/ui/use-scaled-frame.ts'
import type { SitePage } from '../../admin/site-pages.ts'

const devices = [
  { name: 'Phone', width: 390 },
  { name: 'Tablet', width: 768 },
  { name: 'Desktop', width: 1280 },
] as const

type Props = {
  frame: RefObject<HTMLIFrameElement | null>
  sitePage: SitePage
  /** Whether the edit mode's cookie is set. The page is not loaded before that. */
  isReady: boolean
  /** The page is shown as it was at this time (ISO 8601). If null, the current page is shown in edit mode. */
  at: string | null
  onLoad: () => void
}

/** Shows the page in an iframe that has the width of a device and is scaled down to fit. */
export function PageFrame({ frame, sitePage, isReady, at, onLoad }: Props) {
  const [chosenWidth, setWidth] = useState<number | null>(null)
  const container = useRef<HTMLDivElement>(null)
  const size = useSize(container)
  const fittingWidth = size && size.width < 700 ? 390 : size && size.width < 1000 ? 768 : 1280
  const width = chosenWidth ?? fittingWidth
  const src = at ? `${sitePage.path}?at=${encodeURIComponent(at)}` : sitePage.path
  return (
    <div className="visual__frame">
      <div className="visual__bar">
        <fieldset>
          <legend className="sr">Width</legend>
          {devices.map((device) => (
            <button
              key={device.name}
              type="button"
              aria-pressed={width === device.width}
              onClick={() => setWidth(device.width)}
            >
              {device.name} <small>{device.width}</small>
            </button>
          ))}
        </fieldset>
        <a href={sitePage.path} target="_blank" rel="noreferrer">
          Open the page
        </a>
      </div>
      <div className="visual__room" ref={container}>
        {isReady && size ? (
          <iframe
            ref={frame}
            key={src}
            title={at ? `${sitePage.name}, as it was` : `${sitePage.name}, to edit`}
            src={src}
            onLoad={onLoad}
            style={scaleToFit(width, size)}
          />
        ) : null}
      </div>
    </div>
  )
}
