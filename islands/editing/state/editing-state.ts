import { atom, computed, type ReadableAtom } from 'nanostores'
import type {
  ConflictReply,
  ContentData,
  ContentKey,
  KeyStatus,
  PageReply,
  PresenceReply,
  TextData,
} from '../../../cms/features/content/editing/contract.ts'
import { idOf, isSameKey } from '../../../cms/features/content/editing/ui/content-keys.ts'
import { modeOf, type Toggles } from '../../../cms/features/content/editing/ui/modes.ts'
import type { StaffPerson } from '../../../cms/platform/staff/contract.ts'
import { may } from '../../../cms/platform/staff/permissions.ts'
import type { Unsaved } from '../unsaved/unsaved.ts'

/** The page's name and the signed-in staff member, from the attributes of `#editing`. */
export type PageContext = { page: string; user: StaffPerson }
export type OpenText = {
  id: string
  /** The page on which the key was opened; another page may have a key with the same id. */
  page: string
  /** The element in which the key was opened; a key may have several elements. */
  element: HTMLElement | null
  /** The stored content on which the edit is based. */
  start: ContentData
  data: TextData
  /** Revision of `start`. */
  revision: number | null
}
export type Conflict = {
  mine: ContentData
  start: ContentData
  reply: ConflictReply
  label: string
  /** Saves `data` as a new revision, based on the other person's revision. */
  resolve: (data: ContentData) => void
  /** Discards our version. It can be restored for 10 s. */
  takeTheirs: () => void
  /** Closes the sheet and stores `data` as unsaved. */
  postpone: (data: ContentData) => void
}
export type Sheet =
  | { kind: 'review' | 'visitor' | 'texts' | 'help' }
  | { kind: 'history'; id: string | null }
  | { kind: 'take-off'; id: string }
  | { kind: 'picture'; id: string; unsaved?: Unsaved | undefined }

export const $pageContext = atom<PageContext | null>(null)
export const $toggles = atom<Toggles>({ edit: false, preview: false })
export const $isEditing = computed($toggles, (toggles) => modeOf(toggles) === 'edit')
export const $pageStatus = atom<PageReply | null>(null)
export const $timeZone = computed($pageStatus, (status) => status?.timeZone ?? 'UTC')
export const $openText = atom<OpenText | null>(null)
export const $conflict = atom<Conflict | null>(null)
export const $sheet = atom<Sheet | null>(null)
export const $otherEditors = atom<PresenceReply['others']>([])
/** Text of the live region for screen readers. */
export const $announcement = atom('')

/** The status of every key of this page and of the global keys, by id. */
export const $keys: ReadableAtom<Record<string, KeyStatus>> = computed($pageStatus, (status) =>
  Object.fromEntries((status?.keys ?? []).map((key) => [idOf(key), key])),
)

export const closeSheet = (): void => $sheet.set(null)

/** Announces a text to screen readers, even if it is the same as the last text. */
export function announce(text: string): void {
  $announcement.set('')
  queueMicrotask(() => $announcement.set(text))
}

export const isOnPage = ({ page }: ContentKey): boolean =>
  page === 'global' || page === $pageContext.get()?.page

export const findKey = (key: ContentKey): KeyStatus | undefined =>
  $pageStatus.get()?.keys.find((each) => isSameKey(each, key))

/** Whether visitors see published content of the key. */
export const isLive = ({ state }: KeyStatus): boolean =>
  state === 'published' || state === 'changed'

/** Changes a key's status locally until the next poll. */
export function patchKey(key: ContentKey, change: Partial<KeyStatus>): void {
  const status = $pageStatus.get()
  if (!status) return
  const keys = status.keys.map((each) => (isSameKey(each, key) ? { ...each, ...change } : each))
  $pageStatus.set({ ...status, keys })
}

export const canPublish = ({ role }: StaffPerson): boolean => may(role, 'content.publish')
