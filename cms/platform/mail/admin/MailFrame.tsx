'use client'
import { useEffect, useRef, useState } from 'react'
import type { MailContent } from '../contract.ts'
import { forceColorMode, type Mode } from './color-mode.ts'

const widths = [600, 360] as const
const views = ['light', 'dark', 'text'] as const
const viewNames = { light: 'Light', dark: 'Dark', text: 'Text' }

/** Shows a mail: wide or narrow, light, dark or as text. */
export function MailFrame({
  content,
}: {
  content: Pick<MailContent, 'subject' | 'html' | 'text'>
}) {
  const [chosenWidth, setWidth] = useState<number | null>(null)
  const [view, setView] = useState<Mode | 'text'>('light')
  const container = useRef<HTMLDivElement>(null)
  const [availableWidth, setAvailableWidth] = useState(600)
  useEffect(() => {
    const element = container.current
    if (!element) return
    const observer = new ResizeObserver(() => setAvailableWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const width = chosenWidth ?? (availableWidth < 500 ? 360 : 600)
  const scale = Math.min(1, availableWidth / width)
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
              aria-pressed={width === each}
              onClick={() => setWidth(each)}
            >
              {each === 600 ? 'Wide' : 'Narrow'} <small>{each}</small>
            </button>
          ))}
        </fieldset>
      </div>
      <div className="mail-frame__container" ref={container}>
        {view === 'text' ? (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keyboard
          <pre tabIndex={0}>{content.text || 'It has none.'}</pre>
        ) : (
          <div style={{ width: width * scale, height: `calc(46rem * ${scale})` }}>
            {/* The sandbox disables scripts, and links that open a window. */}
            <iframe
              title={`The mail: ${content.subject}`}
              sandbox=""
              srcDoc={forceColorMode(content.html, view)}
              style={{ width, transform: `scale(${scale})` }}
            />
          </div>
        )}
      </div>
    </div>
  )
}
