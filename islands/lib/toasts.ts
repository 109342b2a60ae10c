import { atom, type ReadableAtom } from 'nanostores'

/** How long a toast stays. Source: spec section 9, the durations of the two libraries. */
export const toastMs = { titled: 5_000, plain: 4_000 } as const

export type Toast = {
  id: number
  title: string
  description?: string | undefined
  tone: 'plain' | 'fault'
  durationMs: number
  /** When it goes, in milliseconds since 1970, whatever shows it until then. */
  endsAtMs: number
  action?: { label: string; run: () => void } | undefined
}

const mostPlain = 3

const $list = atom<readonly Toast[]>([])
let last = 0

/** What is shown, oldest first. */
export const $toasts: ReadableAtom<readonly Toast[]> = $list

const isSame = (one: Pick<Toast, 'title' | 'description'>, other: typeof one) =>
  one.title === other.title && one.description === other.description

/** Shows a toast: one with a description for 5 s, one line for 4 s, or as long as asked. */
export function showToast({
  tone = 'plain',
  durationMs,
  ...toast
}: Pick<Toast, 'title' | 'description' | 'action'> &
  Partial<Pick<Toast, 'tone' | 'durationMs'>>): number {
  last += 1
  const shownMs = durationMs ?? (toast.description ? toastMs.titled : toastMs.plain)
  // The same said twice is said once, for the full time. What can be done by one stays to be done.
  const others = $list.get().filter((each) => each.action || !isSame(each, toast))
  const plain = others.filter(({ action }) => !action).slice(-mostPlain)
  const kept = others.filter((each) => each.action || plain.includes(each))
  const endsAtMs = Date.now() + shownMs
  $list.set([...kept, { ...toast, tone, durationMs: shownMs, endsAtMs, id: last }])
  return last
}

/** Gives a toast its full time again: it was looked at. */
export function renewToast(id: number): void {
  const renew = (toast: Toast) => ({ ...toast, endsAtMs: Date.now() + toast.durationMs })
  $list.set($list.get().map((toast) => (toast.id === id ? renew(toast) : toast)))
}

export function dismissToast(id: number): void {
  $list.set($list.get().filter((toast) => toast.id !== id))
}
