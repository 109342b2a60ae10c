import { atom } from 'nanostores'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from './Button.tsx'
import { Toasts } from './Toasts.tsx'

type Props = {
  title: string
  onClose: () => void
  children: ReactNode
  footer?: ReactNode
  /** `sheet` is at the side of the page, `full` covers it, `dialog` is centred. */
  look?: 'sheet' | 'full' | 'dialog'
  /** The part that scrolls on small screens: the dialog's body, or the whole dialog. */
  scrolls?: 'body' | 'whole'
  /** Selector of the element that takes the focus; by default the title. */
  focus?: string
}

/** Number of open dialogs. An open dialog makes the rest of the page inert, including toasts. */
export const $openDialogCount = atom(0)

/** A modal dialog. Tab stays inside. On close the focus returns to the element that had it before. */
export function Dialog({
  title,
  onClose,
  children,
  footer,
  look = 'sheet',
  scrolls = 'body',
  focus,
}: Props) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // biome-ignore lint/correctness/useExhaustiveDependencies: it opens once, on mount
  useEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    const before = document.activeElement
    dialog.showModal()
    dialog.querySelector<HTMLElement>(focus ?? 'h2')?.focus()
    $openDialogCount.set($openDialogCount.get() + 1)
    return () => {
      $openDialogCount.set($openDialogCount.get() - 1)
      dialog.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])
  return (
    <dialog
      ref={ref}
      className="ui-dialog"
      data-look={look}
      aria-labelledby={titleId}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      onKeyDown={(event) => keepInside(event.nativeEvent, event.currentTarget)}
      onPointerDown={(event) => {
        if (event.target === event.currentTarget && isOutside(event.nativeEvent, ref.current)) {
          onClose()
        }
      }}
    >
      <header className="ui-dialog-head">
        <h2 id={titleId} tabIndex={-1}>
          {title}
        </h2>
        <Button name="close-dialog" kind="quiet" onClick={onClose} aria-label={`Close ${title}`}>
          Close
        </Button>
      </header>
      <section className="ui-dialog-body" {...(scrolls === 'body' && focusable(title))}>
        {children}
      </section>
      {footer && <footer className="ui-dialog-foot">{footer}</footer>}
      <Toasts />
    </dialog>
  )
}

/** A scroll container must be focusable to be scrolled by keyboard. */
const focusable = (title: string) => ({ tabIndex: 0, 'aria-label': title })

const isOutside = ({ clientX, clientY }: PointerEvent, dialog: HTMLElement | null): boolean => {
  const box = dialog?.getBoundingClientRect()
  return (
    !!box &&
    (clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom)
  )
}

const tabStops =
  'a[href], button, input, select, textarea, iframe, summary, [tabindex]:not([tabindex="-1"])'

function keepInside(event: KeyboardEvent, dialog: HTMLElement): void {
  if (event.key !== 'Tab') return
  const reachable = [...dialog.querySelectorAll<HTMLElement>(tabStops)].filter(
    (each) => !each.matches(':disabled') && each.checkVisibility(),
  )
  const edge = event.shiftKey ? reachable[0] : reachable.at(-1)
  if (document.activeElement !== edge) return
  event.preventDefault()
  ;(event.shiftKey ? reachable.at(-1) : reachable[0])?.focus()
}
