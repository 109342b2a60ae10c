import { atom, computed, type ReadableAtom } from 'nanostores'
import type {
  ConflictReply,
  ContentData,
  ContentKey,
  KeyStatus,
  PageReply,
  PresenceReply,
  TextData,
} from '../../../cms/editing/contract.ts'
import type { StaffPerson } from '../../../cms/staff/contract.ts'
import type { Unsaved } from '../unsaved/unsaved.ts'
import { idOf, isSameKey } from './content-keys.ts'
import type { Toggles } from './modes.ts'

/** Where we are, as the page says it: `#editing` and its attributes. */
export type Place = { page: string; user: StaffPerson }
/** A text that is open: what it began with, and what has been typed so far. */
export type OpenText = {
  id: string
  /** The page it was opened on: another one may have a key of the same name. */
  page: string
  /** Where it was opened: the key may stand in several places. */
  element: HTMLElement | null
  start: ContentData
  data: TextData
  revision: number | null
}
export type Conflict = {
  mine: ContentData
  start: ContentData
  reply: ConflictReply
  label: string
  /** Writes what was decided, from their revision. */
  resolve: (data: ContentData) => void
  /** Takes what they wrote; ours can be brought back for a while. */
  yield: () => void
  /** Leaves it for later, as far as it was written by then. */
  later: (data: ContentData) => void
}
export type Sheet =
  | { kind: 'review' }
  | { kind: 'history'; id: string | null }
  | { kind: 'visitor' }
  | { kind: 'texts' }
  | { kind: 'help' }
  | { kind: 'picture'; id: string; again?: Unsaved | undefined }

export const $place = atom<Place | null>(null)
export const $toggles = atom<Toggles>({ edit: false, preview: false })
export const $reply = atom<PageReply | null>(null)
export const $open = atom<OpenText | null>(null)
export const $conflict = atom<Conflict | null>(null)
export const $sheet = atom<Sheet | null>(null)
export const $others = atom<PresenceReply['others']>([])
/** What a screen reader is told. */
export const $said = atom('')

/** The keys of the page and of every page by the name that elements carry. */
export const $keys: ReadableAtom<Record<string, KeyStatus>> = computed($reply, (reply) =>
  Object.fromEntries((reply?.keys ?? []).map((key) => [idOf(key), key])),
)

/** Tells a screen reader, also where it is the same again. */
export function say(words: string): void {
  $said.set('')
  queueMicrotask(() => $said.set(words))
}

/** Whether a key stands on the page that is shown. */
export const isHere = ({ page }: ContentKey): boolean =>
  page === 'global' || page === $place.get()?.page

/** What is known of a key, if it is one of this page or of every page. */
export const findKey = (key: ContentKey): KeyStatus | undefined =>
  $reply.get()?.keys.find((each) => isSameKey(each, key))

/** Changes what is known of a key until the server is asked again. */
export function patchKey(key: ContentKey, change: Partial<KeyStatus>): void {
  const reply = $reply.get()
  if (!reply) return
  const keys = reply.keys.map((each) => (isSameKey(each, key) ? { ...each, ...change } : each))
  $reply.set({ ...reply, keys })
}

export const canPublish = ({ role }: StaffPerson): boolean => role !== 'editor'
