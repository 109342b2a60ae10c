import { type ReactNode, useEffect } from 'react'
import { Dialog } from '../../../ui/Dialog.tsx'
import { dispatch } from '../flow.ts'

type Props = { title: string; focus?: string; onClose?: () => void; children: ReactNode }

/** A dialog of the gate. */
export function GateDialog({ title, focus, onClose = cancel, children }: Props) {
  useEffect(fitAboveKeyboard, [])
  return (
    <Dialog title={title} look="dialog" scrolls="whole" focus={focus} onClose={onClose}>
      {children}
    </Dialog>
  )
}

export const cancel = (): void => dispatch({ type: 'cancelled' })

// A phone's keyboard overlaps the layout viewport; only the visual viewport excludes it.
function fitAboveKeyboard(): (() => void) | undefined {
  const view = window.visualViewport
  if (!view) return undefined
  const { style } = document.documentElement
  const measure = () => style.setProperty('--visible-height', `${view.height}px`)
  measure()
  view.addEventListener('resize', measure)
  return () => {
    view.removeEventListener('resize', measure)
    style.removeProperty('--visible-height')
  }
}
