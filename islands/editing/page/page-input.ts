import { $open, $place, $sheet, $toggles } from '../state/editing-state.ts'
import { modeOf } from '../state/modes.ts'
import { openKey } from '../text/open-key.ts'
import { turnRound } from '../undo/undo-redo.ts'
import { keyUnder } from './key-at-point.ts'
import { neighbour } from './key-order.ts'
import { elementAt, idOfElement, openerOf, reachableElements } from './page-keys.ts'
import { tellSource } from './record-sources.ts'

export const barId = 'editing-bar'
export const hostId = 'editing-host'

const isEditing = () => modeOf($toggles.get()) === 'edit'
const isOurs = (target: EventTarget | null) =>
  target instanceof Element && target.closest(`#${hostId}`) !== null
const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select'))

/** Goes to the bar, to what turns edit mode on where it is not hidden. */
export function focusBar(): void {
  const bar = document.getElementById(barId)
  const first = bar?.querySelector<HTMLElement>('.ed-modes button') ?? bar?.querySelector('button')
  first?.focus()
}

/** Goes to the next or last key in the page's order. */
export function moveFocus(step: 1 | -1): void {
  const elements = reachableElements()
  const current = elementAt(document.activeElement)
  // From nowhere it begins with what can be seen.
  const inSight = elements.find((each) => each.getBoundingClientRect().top >= 0)
  const next = current || step < 0 ? neighbour(elements, current, step) : (inSight ?? elements[0])
  if (!next) return
  next.scrollIntoView({ block: 'nearest' })
  openerOf(next).focus()
}

function onClick(event: MouseEvent): void {
  if (!isEditing() || isOurs(event.target)) return
  // With a modifier a link is followed as ever.
  if (event.button !== 0 || event.metaKey || event.ctrlKey) return
  // Pressed by a screen reader it has no place.
  const hasPlace = event.detail > 0
  const element = hasPlace ? keyUnder(event.clientX, event.clientY) : elementAt(event.target)
  if (!element) {
    tellSource(event.target, $place.get()?.page ?? '')
    return
  }
  event.preventDefault()
  event.stopPropagation()
  openKey(idOfElement(element), element)
}

function onKeyDown(event: KeyboardEvent): void {
  const { key, code, target, altKey, shiftKey } = event
  const inDialog = document.querySelector('dialog:modal') !== null
  const ctrl = event.ctrlKey || event.metaKey
  if (ctrl && !altKey && key.toLowerCase() === 'z' && !isField(target) && !inDialog) {
    event.preventDefault()
    void turnRound(shiftKey ? 'redo' : 'undo')
  } else if (altKey && !ctrl && code === 'KeyE' && !inDialog) {
    event.preventDefault()
    focusBar()
  } else if (isEditing() && !isField(target) && !inDialog) {
    onPageKey(event)
  }
}

function onPageKey(event: KeyboardEvent): void {
  const { key, target, altKey } = event
  if (altKey && (key === 'ArrowDown' || key === 'ArrowUp')) {
    event.preventDefault()
    moveFocus(key === 'ArrowDown' ? 1 : -1)
    return
  }
  const element = elementAt(target)
  if (!element || target !== openerOf(element)) return
  if (key === 'Enter' || key === ' ') {
    event.preventDefault()
    event.stopPropagation()
    openKey(idOfElement(element), element)
  } else if (key === '?') {
    $sheet.set({ kind: 'help' })
  }
}

/** Opens keys by click and by keyboard, and undoes where no field has the focus. */
export function listenToPage(): void {
  addEventListener('click', onClick, { capture: true })
  addEventListener('keydown', onKeyDown, { capture: true })
}

/** Opens what an address names: `#edit=hero.title`. */
export function openFromAddress(): void {
  const id = new URLSearchParams(location.hash.slice(1)).get('edit')
  if (!id || !isEditing() || $open.get()) return
  const element = reachableElements().find((each) => idOfElement(each) === id)
  element?.scrollIntoView({ block: 'center' })
  history.replaceState(history.state, '', location.pathname + location.search)
  openKey(id, element ?? null)
}
