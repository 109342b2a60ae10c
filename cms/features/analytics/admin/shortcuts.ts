import { type Period, periods } from './settings.ts'

/** What a key does. */
export type Action =
  | { period: Exclude<Period, 'custom'> }
  | 'custom'
  | 'earlier'
  | 'later'
  | 'compare'
  | 'filter'
  | 'clear'
  | 'bots'
  | 'refresh'
  | 'help'

/** The keys of the screen, most of them as in Plausible (plausible.io). */
export const shortcuts: readonly { key: string; shown: string; action: Action; about: string }[] = [
  { key: 'd', shown: 'D', action: { period: 'today' }, about: periods.today },
  { key: 'e', shown: 'E', action: { period: 'yesterday' }, about: periods.yesterday },
  { key: 'w', shown: 'W', action: { period: '7d' }, about: periods['7d'] },
  { key: 't', shown: 'T', action: { period: '30d' }, about: periods['30d'] },
  { key: 'm', shown: 'M', action: { period: 'month' }, about: periods.month },
  { key: 'p', shown: 'P', action: { period: 'last-month' }, about: periods['last-month'] },
  { key: 'l', shown: 'L', action: { period: '12mo' }, about: periods['12mo'] },
  { key: 'c', shown: 'C', action: 'custom', about: periods.custom },
  { key: 'arrowleft', shown: '←', action: 'earlier', about: 'The range before' },
  { key: 'arrowright', shown: '→', action: 'later', about: 'The range after' },
  { key: 'x', shown: 'X', action: 'compare', about: 'Compare, or stop comparing' },
  { key: 'f', shown: 'F', action: 'filter', about: 'Choose filters' },
  { key: 'escape', shown: 'Esc', action: 'clear', about: 'Remove all filters' },
  { key: 'b', shown: 'B', action: 'bots', about: 'Count bots too, or leave them out' },
  { key: 'r', shown: 'R', action: 'refresh', about: 'Ask for the numbers again' },
  { key: '?', shown: '?', action: 'help', about: 'Show these keys' },
]

type Key = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'defaultPrevented' | 'isComposing'
>

/**
 * The action for a key press; null for other keys. Keys with Ctrl, Alt or Command have no action, because the browser
 * uses them.
 * @param handlesKeys whether the focused element handles keys itself
 */
export function actionOf(event: Key, handlesKeys: boolean): Action | null {
  if (handlesKeys || event.defaultPrevented || event.isComposing) return null
  if (event.ctrlKey || event.metaKey || event.altKey) return null
  const key = event.key.toLowerCase()
  return shortcuts.find((each) => each.key === key)?.action ?? null
}

/**
 * Selects the elements that handle keys themselves: text inputs, controls with arrow keys, and elements that Escape
 * closes.
 */
export const keyHandlerSelector =
  'input, textarea, select, [contenteditable]:not([contenteditable=false]), [role=application], [role=tablist], [role=listbox], [role=combobox], .analytics-scroll, .analytics-range__own, dialog'
