import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react'
import type { Shown, Tone } from './outcome.ts'

const signs: Record<Tone, ReactNode> = {
  yes: <path d="M14 52 40 78 86 24" />,
  ask: <path d="M50 10v50M50 72v18" />,
  no: <path d="M22 22 78 78M78 22 22 78" />,
}

type Props = {
  shown: Shown
  onNext: () => void
  /** Buttons that belong to the result. */
  children?: ReactNode
}

/** A result over the whole screen: a colour, a sign and words that are read from two metres. */
export function Result({ shown, onNext, children }: Props) {
  const { key, tone, verdict, reason, name, lines } = shown
  const dialog = useRef<HTMLElement>(null)
  const words = useId()
  useLayoutEffect(() => {
    const before = document.activeElement
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [])
  useEffect(() => {
    if (key) dialog.current?.focus({ preventScroll: true })
  }, [key])
  return (
    <section
      ref={dialog}
      className="door-result"
      data-tone={tone}
      role="alertdialog"
      aria-modal="true"
      aria-label={`${verdict}. ${reason}`}
      aria-describedby={words}
      tabIndex={-1}
      onKeyDown={({ key: pressed }) => {
        if (pressed === 'Escape') onNext()
      }}
    >
      <div className="door-result__words" id={words}>
        <p className="door-result__verdict">
          <svg viewBox="0 0 100 100" aria-hidden="true">
            {signs[tone]}
          </svg>
          <span>{verdict}</span>
        </p>
        <p className="door-result__reason">{reason}</p>
        {name ? <p className="door-result__name">{name}</p> : null}
        {lines.map((line) => (
          <p key={line} className="door-result__line">
            {line}
          </p>
        ))}
      </div>
      <div className="door-result__buttons">
        {children}
        <button type="button" className="door-button" data-kind="strong" onClick={onNext}>
          Next
        </button>
      </div>
    </section>
  )
}
