'use client'
import { useEffect, useRef, useState } from 'react'
import type { MailContent } from '../contract.ts'
import { inMode, type Mode } from './color-mode.ts'

const widths = [600, 360] as const
const views = ['light', 'dark', 'text'] as const
const viewNames = { light: 'Light', dark: 'Dark', text: 'Text' }

/** Shows a mail: wide or narrow, light, dark or as text. */
export function MailFrame({
  content,
}: {
  content: Pick<MailContent, 'subject' | 'html' | 'text'>
}) {
  const [width, setWidth] = useState<number | null>(null)
  const [view, setView] = useState<Mode | 'text'>('light')
  const room = useRef<HTMLDivElement>(null)
  const [available, setAvailable] = useState(600)
  useEffect(() => {
    const element = room.current
    if (!element) return
    const watch = new ResizeObserver(() => setAvailable(element.clientWidth))
    watch.observe(element)
    return () => watch.disconnect()
  }, [])
  const chosen = width ?? (available < 500 ? 360 : 600)
  const scale = Math.min(1, available / chosen)
  return (
    <div className="mail-frame">
      <div className="mail-frame__bar">
        <fieldset>
          <legend className="sr">Shown as</legend>
          {views.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={view === each}
              onClick={() => setView(each)}
            >
              {viewNames[each]}
            </button>
          ))}
        </fieldset>
        <fieldset disabled={view === 'text'}>
          <legend className="sr">Width</legend>
          {widths.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={chosen === each}
              onClick={() => setWidth(each)}
            >
              {each === 600 ? 'Wide' : 'Narrow'} <small>{each}</small>
            </button>
          ))}
        </fieldset>
      </div>
      <div className="mail-frame__room" ref={room}>
        {view === 'text' ? (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keyboard
          <pre tabIndex={0}>{content.text || 'It has none.'}</pre>
        ) : (
          <div style={{ width: chosen * scale, height: `calc(46rem * ${scale})` }}>
            {/* The sandbox disables scripts and links. */}
            <iframe
              title={`The mail: ${content.subject}`}
              sandbox=""
              srcDoc={inMode(content.html, view)}
              style={{ width: chosen, transform: `scale(${scale})` }}
            />
          </div>
        )}
      </div>
    </div>
  )
}
