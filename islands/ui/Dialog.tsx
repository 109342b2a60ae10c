import { atom } from 'nanostores'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from './Button.tsx'
import { Toasts } from './Toasts.tsx'

type Props = {
  title: string
  onClose: () => void
  children: ReactNode
  footer?: ReactNode
  /** `sheet` stands at the page's side and leaves the page to be seen; `full` covers it. */
  look?: 'sheet' | 'full' | 'dialog'
  /** What scrolls where the screen is too small for it: the body under the title, or all of it. */
  scrolls?: 'body' | 'whole'
  /** Takes the focus once it is open; the title otherwise. */
  focus?: string
}

/** How many dialogs are open: what lies under them can't be reached, toasts there neither. */
export const $openDialogs = atom(0)

/**
 * A modal dialog. The browser makes the rest of the page inert; Tab goes round inside. Closed, it
 * gives the focus back to where it came from.
 */
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: it opens once, when it is put in place
  useEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    const before = document.activeElement
    dialog.showModal()
    dialog.querySelector<HTMLElement>(focus ?? 'h2')?.focus()
    $openDialogs.set($openDialogs.get() + 1)
    return () => {
      $openDialogs.set($openDialogs.get() - 1)
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
        <Button kind="quiet" onClick={onClose} aria-label={`Close ${title}`}>
          Close
        </Button>
      </header>
      <section className="ui-dialog-body" {...(scrolls === 'body' && reachedByTab(title))}>
        {children}
      </section>
      {footer && <footer className="ui-dialog-foot">{footer}</footer>}
      <Toasts />
    </dialog>
  )
}

/** What scrolls must be scrolled by keys too. */
const reachedByTab = (title: string) => ({ tabIndex: 0, 'aria-label': title })

const isOutside = ({ clientX, clientY }: PointerEvent, dialog: HTMLElement | null): boolean => {
  const box = dialog?.getBoundingClientRect()
  return (
    !!box &&
    (clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom)
  )
}

const stops =
  'a[href], button, input, select, textarea, iframe, summary, [tabindex]:not([tabindex="-1"])'

function keepInside(event: KeyboardEvent, dialog: HTMLElement): void {
  if (event.key !== 'Tab') return
  const reachable = [...dialog.querySelectorAll<HTMLElement>(stops)].filter(
    (each) => !each.matches(':disabled') && each.checkVisibility(),
  )
  const leaving = event.shiftKey ? reachable[0] : reachable.at(-1)
  if (document.activeElement !== leaving) return
  event.preventDefault()
  ;(event.shiftKey ? reachable.at(-1) : reachable[0])?.focus()
}
