import { calls, showFailure } from '../calls.ts'
import { $isEditing, $openText, $pageContext, $sheet } from '../state/editing-state.ts'
import { openKey } from '../text/open-key.ts'
import { undoOrRedo } from '../undo/undo-redo.ts'
import { keyAtPoint } from './key-at-point.ts'
import { neighbour } from './key-order.ts'
import { buttonOf, closestKeyElement, idOfElement, visibleElements } from './page-keys.ts'
import { explainSource } from './record-sources.ts'

const fillSelector = '[data-fill-texts]'

export const barId = 'editing-bar'
export const hostId = 'editing-host'

const isInEditor = (target: EventTarget | null) =>
  target instanceof Element && target.closest(`#${hostId}`) !== null
const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select'))

/** Fills a section with drafts of suggested texts, and shows them. */
async function fillTexts({ dataset }: HTMLElement): Promise<void> {
  const page = $pageContext.get()?.page
  if (!page || !dataset.fillTexts) return
  try {
    await calls.suggest({ page, section: dataset.fillTexts })
    location.reload()
  } catch (error) {
    showFailure(error)
  }
}

/** Focuses the bar's first mode button, or the button that expands the collapsed bar. */
export function focusBar(): void {
  const bar = document.getElementById(barId)
  const first = bar?.querySelector<HTMLElement>('.ed-modes button') ?? bar?.querySelector('button')
  first?.focus()
}

/**
 * Focuses the next or previous content key. If no key has the focus, a step forward focuses the first key
 * below the top of the window, and a step back focuses the last key of the page.
 */
function moveFocus(step: 1 | -1): void {
  const elements = visibleElements()
  const current = closestKeyElement(document.activeElement)
  const firstBelowTop = elements.find((each) => each.getBoundingClientRect().top >= 0)
  const next =
    current || step < 0 ? neighbour(elements, current, step) : (firstBelowTop ?? elements[0])
  if (!next) return
  next.scrollIntoView({ block: 'nearest' })
  buttonOf(next).focus()
}

function onClick(event: MouseEvent): void {
  if (!$isEditing.get() || isInEditor(event.target)) return
  // A click with Ctrl or Command follows the link.
  if (event.button !== 0 || event.metaKey || event.ctrlKey) return
  // A click by a screen reader has no coordinates.
  const fill = event.target instanceof Element && event.target.closest<HTMLElement>(fillSelector)
  if (fill) {
    void fillTexts(fill)
    return
  }
  const hasPoint = event.detail > 0
  const element = hasPoint
    ? keyAtPoint(event.clientX, event.clientY)
    : closestKeyElement(event.target)
  if (!element) {
    explainSource(event.target, $pageContext.get()?.page ?? '')
    return
  }
  event.preventDefault()
  event.stopPropagation()
  openKey(idOfElement(element), element)
}

function onKeyDown(event: KeyboardEvent): void {
  const { key, code, target, altKey, shiftKey } = event
  if (document.querySelector('dialog:modal')) return
  const ctrl = event.ctrlKey || event.metaKey
  if (ctrl && !altKey && key.toLowerCase() === 'z' && !isField(target)) {
    event.preventDefault()
    void undoOrRedo(shiftKey ? 'redo' : 'undo')
  } else if (altKey && !ctrl && code === 'KeyE') {
    event.preventDefault()
    focusBar()
  } else if ($isEditing.get() && !isField(target)) {
    onEditModeKeyDown(event)
  }
}

function onEditModeKeyDown(event: KeyboardEvent): void {
  const { key, target, altKey } = event
  if (altKey && (key === 'ArrowDown' || key === 'ArrowUp')) {
    event.preventDefault()
    moveFocus(key === 'ArrowDown' ? 1 : -1)
    return
  }
  const element = closestKeyElement(target)
  if (!element || target !== buttonOf(element)) return
  if (key === 'Enter' || key === ' ') {
    event.preventDefault()
    event.stopPropagation()
    openKey(idOfElement(element), element)
  } else if (key === '?') {
    $sheet.set({ kind: 'help' })
  }
}

/** Listens for clicks and key presses that open content keys, and for undo and redo outside of fields. */
export function listenToPage(): void {
  addEventListener('click', onClick, { capture: true })
  addEventListener('keydown', onKeyDown, { capture: true })
}

/** Opens the content key named in the URL, for example `#edit=hero.title`. */
export function openFromAddress(): void {
  const id = new URLSearchParams(location.hash.slice(1)).get('edit')
  if (!id || !$isEditing.get() || $openText.get()) return
  const [element = null] = visibleElements(id)
  element?.scrollIntoView({ block: 'center' })
  history.replaceState(history.state, '', location.pathname + location.search)
  openKey(id, element)
}
