import { type ReactNode, useEffect, useRef } from 'react'

/** A step without a field: its main button takes the focus when the step is shown. */
export function FocusedStep({ children }: { children: ReactNode }) {
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => container.current?.querySelector<HTMLElement>('.form-submit')?.focus(), [])
  return <div ref={container}>{children}</div>
}
