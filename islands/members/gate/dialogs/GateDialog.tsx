import { type ReactNode, useEffect } from 'react'
import { Dialog } from '../../../../cms/platform/ui/Dialog.tsx'
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

// Fits the dialog into the visual viewport. The layout viewport includes the area behind a phone's keyboard.
function fitAboveKeyboard(): (() => void) | undefined {
  const view = window.visualViewport
  if (!view) return undefined
  const { style } = document.documentElement
  const controller = new AbortController()
  const measure = () => {
    // Zooming in also makes the visual viewport smaller.
    if (view.scale > 1) return
    const keyboardHeight = Math.max(0, innerHeight - view.offsetTop - view.height)
    style.setProperty('--visible-height', `${view.height}px`)
    style.setProperty('--keyboard-height', `${keyboardHeight}px`)
  }
  measure()
  for (const event of ['resize', 'scroll']) {
    view.addEventListener(event, measure, { signal: controller.signal })
  }
  return () => {
    controller.abort()
    style.removeProperty('--visible-height')
    style.removeProperty('--keyboard-height')
  }
}
