import { type ReactNode, useEffect } from 'react'
import { Dialog } from '../../../ui/Dialog.tsx'
import { happen } from '../flow.ts'

type Props = { title: string; focus?: string; onClose?: () => void; children: ReactNode }

/** One of the gate's dialogs: a slip of the same press, with the door on it. */
export function RoomDialog({ title, focus, onClose = cancel, children }: Props) {
  useEffect(keepAboveKeyboard, [])
  return (
    <Dialog title={title} look="dialog" scrolls="whole" focus={focus} onClose={onClose}>
      {children}
    </Dialog>
  )
}

export const cancel = (): void => happen({ type: 'cancelled' })

// A phone's keyboard lies over the page without making it smaller: only this view knows what is left.
function keepAboveKeyboard(): (() => void) | undefined {
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
