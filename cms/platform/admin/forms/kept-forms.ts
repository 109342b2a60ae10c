import { isRecord } from '../../ui/is-record.ts'
import { findLiveTabs, lockThisTab, thisTab } from '../../ui/live-tabs.ts'
import { readStored, writeStored } from '../../ui/storage.ts'

export type FormValues = Record<string, unknown>

/** Unsaved changes of one form. */
export type KeptForm = {
  /** `collection/id`, `collection/create` or `globals/slug`. */
  form: string
  data: FormValues
  /** The version of the record that the changes are based on. */
  base: FormValues
  /** Milliseconds since 1970. */
  keptAt: number
  /** Set when the user left to log in: the form then restores the changes without asking the user. */
  resumes?: true
  /** Id of the tab in which the changes were made; absent once `findKeptForm` has found the changes. */
  tab?: string
}

export const maxKeptForms = 20
export const keepDurationMs = 7 * 24 * 60 * 60_000

const secret = /password|token|secret|api_?key/i

/** The form's data without files and secrets, which are never stored. */
export const storableData = (data: FormValues): FormValues =>
  Object.fromEntries(Object.entries(data).filter(([name]) => name !== 'file' && !secret.test(name)))

/** Parses the stored list and drops invalid and expired entries. @param now milliseconds since 1970 */
export const parseKept = (stored: unknown, now: number): KeptForm[] =>
  Array.isArray(stored)
    ? stored.filter(
        (each) =>
          typeof each?.form === 'string' &&
          isRecord(each.data) &&
          isRecord(each.base) &&
          now - Number(each.keptAt) < keepDurationMs,
      )
    : []

/** Adds an entry, which replaces entries of the same form and tab. Above the maximum, the oldest are dropped. */
export const addKept = (list: readonly KeptForm[], entry: KeptForm): KeptForm[] =>
  [...list.filter((each) => each.form !== entry.form || each.tab !== entry.tab), entry].slice(
    -maxKeptForms,
  )

/** The form's newest entry, without entries that belong to another open tab. */
export const findRestorable = (
  list: readonly KeptForm[],
  form: string,
  isAlive: (tab: string) => boolean,
): KeptForm | null =>
  list.findLast(
    (each) =>
      each.form === form && (each.tab === undefined || each.tab === thisTab || !isAlive(each.tab)),
  ) ?? null

const storageKeyOf = (userId: unknown) => `common-room-forms:${userId}`
const stored = (userId: unknown) =>
  parseKept(readStored('localStorage', storageKeyOf(userId)), Date.now())
const write = (userId: unknown, list: KeptForm[]) =>
  writeStored('localStorage', storageKeyOf(userId), list.length ? list : null)

/** Stores the unsaved changes of a form. They survive a reload, a crash and the end of the session. */
export function keepForm(userId: unknown, entry: Omit<KeptForm, 'keptAt' | 'tab'>): void {
  const kept = { ...entry, data: storableData(entry.data), base: storableData(entry.base) }
  write(userId, addKept(stored(userId), { ...kept, keptAt: Date.now(), tab: thisTab }))
}

/** Removes kept changes. @param tab the tab in which the changes were made */
export function dropForm(userId: unknown, form: string, tab: string | undefined): void {
  write(
    userId,
    stored(userId).filter((each) => each.form !== form || each.tab !== tab),
  )
}

/**
 * Finds unsaved changes of a form from this tab or from closed tabs. The found changes then belong to no
 * tab, so that new changes of this tab do not replace them.
 */
export async function findKeptForm(userId: unknown, form: string): Promise<KeptForm | null> {
  lockThisTab()
  const isAlive = await findLiveTabs()
  const found = findRestorable(stored(userId), form, isAlive)
  if (!found) return null
  const { tab, ...withoutTab } = found
  write(
    userId,
    addKept(
      stored(userId).filter((each) => each.form !== form || each.tab !== tab),
      withoutTab,
    ),
  )
  return withoutTab
}
