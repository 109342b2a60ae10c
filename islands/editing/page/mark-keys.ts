import { textName } from '../../../cms/features/content/text-names.ts'
import { $isEditing, $keys, $otherEditors } from '../state/editing-state.ts'
import { addKeyButtons, idOfElement, keyElements, setOrRemove } from './page-keys.ts'

const stateLabels = {
  fallback: '',
  published: '',
  draft: 'draft, not yet published',
  changed: 'changed, the draft is not yet published',
} as const

/** A short text with a key's state, its schedule and its other editors. */
export function describeKey(id: string): string {
  const key = $keys.get()[id]
  const others = $otherEditors.get().filter(({ place }) => place === id)
  return [
    key && stateLabels[key.state],
    key?.scheduled && `${key.scheduled.action} scheduled`,
    ...others.map(({ name }) => `${name} is here`),
  ]
    .filter(Boolean)
    .join(', ')
}

function buttonName(id: string, text: string): string {
  const key = $keys.get()[id]
  if (!key) return `Edit ${id}`
  const about = describeKey(id)
  return `Edit ${textName(key)}: ${text}${about && ` (${about})`}`
}

/** In edit mode, marks the page's keys with their state and with the staff who edit them. */
export function markKeys(): void {
  if (!$isEditing.get()) return
  addKeyButtons(buttonName)
  const editors = new Map($otherEditors.get().map(({ place, name }) => [place, name]))
  const keys = $keys.get()
  for (const element of keyElements()) {
    const id = idOfElement(element)
    const key = keys[id]
    const isDraft = key?.state === 'draft' || key?.state === 'changed'
    setOrRemove(element, 'data-ed-state', key?.scheduled ? 'scheduled' : isDraft ? key.state : null)
    setOrRemove(element, 'data-ed-here', editors.get(id) ?? null)
  }
}
