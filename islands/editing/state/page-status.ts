import type { KeyStatus, PageReply } from '../../../cms/editing/contract.ts'
import { pollWhileVisible } from '../../lib/poll-while-visible.ts'
import { calls, showFailure } from '../calls.ts'
import { idOfElement, keyElements, mark, prepareKeys } from '../page/page-keys.ts'
import { showData } from '../page/show-content.ts'
import { countMoves, whenSettled } from '../saving/pending-saves.ts'
import { reconcileUndo } from '../undo/undo-store.ts'
import { reconcileUnsaved } from '../unsaved/unsaved-store.ts'
import { sameData } from './content-data.ts'
import { idOf, labelOf } from './content-keys.ts'
import { $keys, $open, $others, $place, $reply, $toggles } from './editing-state.ts'
import { modeOf } from './modes.ts'

const everyMs = 30_000

const states = {
  fallback: '',
  published: '',
  draft: 'draft, not yet published',
  changed: 'changed, the draft is not yet published',
} as const

/** What can be said of a key in a few words: its state, its plan, who is there. */
export function describeKey(id: string): string {
  const key = $keys.get()[id]
  const here = $others.get().filter(({ place }) => place === id)
  return [
    key && states[key.state],
    key?.scheduled && `${key.scheduled.action} scheduled`,
    ...here.map(({ name }) => `${name} is here`),
  ]
    .filter(Boolean)
    .join(', ')
}

const nameOf = (id: string, words: string): string => {
  const key = $keys.get()[id]
  if (!key) return `Edit ${id}`
  const about = describeKey(id)
  return `Edit ${labelOf(key)}: ${words}${about && ` (${about})`}`
}

/** Shows on the page what is known of its keys. */
export function markKeys(): void {
  if (modeOf($toggles.get()) !== 'edit') return
  prepareKeys(nameOf)
  const here = new Map($others.get().map(({ place, name }) => [place, name]))
  const keys = $keys.get()
  for (const element of keyElements()) {
    const id = idOfElement(element)
    const key = keys[id]
    const isDraft = key?.state === 'draft' || key?.state === 'changed'
    mark(element, 'data-ed-state', key?.scheduled ? 'scheduled' : isDraft ? key.state : null)
    mark(element, 'data-ed-here', here.get(id) ?? null)
  }
}

const shownOf = (key: KeyStatus) =>
  modeOf($toggles.get()) === 'view' ? key.live : key.content_data

function showChanges(reply: PageReply): void {
  const known = $keys.get()
  for (const key of reply.keys) {
    const id = idOf(key)
    const before = known[id]
    if (!before || $open.get()?.id === id) continue
    if (!sameData(shownOf(before), shownOf(key))) showData(id, shownOf(key))
  }
}

let asked = 0

/**
 * Asks how the page's keys stand and shows what changed, without loading the page again.
 * @returns whether the server answered
 */
export async function refresh(): Promise<boolean> {
  const page = $place.get()?.page
  if (!page) return false
  asked += 1
  const [number, moves] = [asked, countMoves()]
  try {
    const reply = await calls.page(page)
    if ($place.get()?.page !== page || number !== asked) return true
    const isFirst = $reply.get()?.page !== page
    // What was saved meanwhile is newer than what was asked for before it.
    if (countMoves() !== moves) void whenSettled().then(refresh)
    if (countMoves() !== moves && !isFirst) return true
    showChanges(reply)
    $reply.set(reply)
    reconcileUndo(reply.keys)
    reconcileUnsaved(page, reply.keys)
    return true
  } catch (error) {
    if (!$reply.get()) showFailure(error, 'The page’s texts could not be read')
    return false
  }
}

/** Asks again now and then while somebody looks, so that others' drafts and publications show. */
export const keepRefreshed = (): (() => void) => pollWhileVisible(() => void refresh(), everyMs)
