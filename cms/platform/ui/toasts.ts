import { atom, type ReadableAtom } from 'nanostores'

/** Durations of toasts with a description (`withDescription`) and without (`titleOnly`). Source: spec section 9. */
export const toastMs = { withDescription: 5_000, titleOnly: 4_000 } as const

export type Toast = {
  id: number
  title: string
  description?: string | undefined
  tone: 'plain' | 'fault'
  durationMs: number
  /**
   * Whether the toast stays while it is hovered or focused. Toasts with an explicit duration do so only if they have an
   * action.
   */
  pausesOnHover: boolean
  /** Milliseconds since 1970. */
  endsAtMs: number
  action?: { label: string; run: () => void } | undefined
}

/** How many toasts without an action are shown at once, besides the newest toast. */
const maxEarlier = 3

const $list = atom<readonly Toast[]>([])
let lastId = 0

/** The toasts that are shown, oldest first. */
export const $toasts: ReadableAtom<readonly Toast[]> = $list

const isSame = (one: Pick<Toast, 'title' | 'description'>, other: typeof one) =>
  one.title === other.title && one.description === other.description

/** Shows a toast for `durationMs`, by default 5 s with a description and 4 s without. @returns its id */
export function showToast({
  tone = 'plain',
  durationMs,
  ...toast
}: Pick<Toast, 'title' | 'description' | 'action'> &
  Partial<Pick<Toast, 'tone' | 'durationMs'>>): number {
  lastId += 1
  const shownMs = durationMs ?? (toast.description ? toastMs.withDescription : toastMs.titleOnly)
  // A repeated toast replaces the earlier one. Toasts with an action are never dropped.
  const others = $list.get().filter((each) => each.action || !isSame(each, toast))
  const withoutAction = others.filter(({ action }) => !action).slice(-maxEarlier)
  const kept = others.filter((each) => each.action || withoutAction.includes(each))
  const endsAtMs = Date.now() + shownMs
  $list.set([
    ...kept,
    {
      ...toast,
      tone,
      durationMs: shownMs,
      pausesOnHover: durationMs === undefined || toast.action !== undefined,
      endsAtMs,
      id: lastId,
    },
  ])
  return lastId
}

/** Restarts a toast's duration, after it was hovered or focused. */
export function renewToast(id: number): void {
  const renew = (toast: Toast) => ({ ...toast, endsAtMs: Date.now() + toast.durationMs })
  $list.set($list.get().map((toast) => (toast.id === id ? renew(toast) : toast)))
}

export function dismissToast(id: number): void {
  $list.set($list.get().filter((toast) => toast.id !== id))
}
