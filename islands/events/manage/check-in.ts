import type { GuestReply } from '../../../cms/features/events/manage/contract.ts'
import { ApiError } from '../../../cms/platform/ui/api.ts'
import { changeCount } from './counts.ts'
import type { OrganiserCall } from './organiser-call.ts'

type Options = { call: OrganiserCall; date: number; onSaved: () => void }

export type CheckIns = {
  /** Whether the number that the guest's row shows is not saved yet. */
  isPending: (guest: string) => boolean
  /** Retries the failed saves. */
  retry: () => void
}

const rowOf = (element: Element | null) => element?.closest<HTMLElement>('[data-guest]') ?? null

/** Shows how many of a party are inside. */
export function showInside(row: HTMLElement, inside: number): void {
  const party = Number(row.dataset.party)
  row.dataset.inside = String(inside)
  row.dataset.state = inside === 0 ? 'out' : inside < party ? 'part' : 'in'
  const number = row.querySelector('[data-now]')
  if (number) number.textContent = String(inside)
}

/**
 * Checks guests in with one tap. The row changes at once. If a save fails, the row says so and keeps the change. The
 * save is retried with a button of the row, and when the connection is back. A call says how many people are inside, so
 * repeating it is harmless.
 */
export function startCheckIn(root: HTMLElement, { call, date, onSaved }: Options): CheckIns {
  /** By guest: the number that is not saved yet, and the number that the server has. */
  const unsaved = new Map<string, { inside: number; saved: number }>()
  const saving = new Set<string>()

  /** @param message the reason; empty if the server could not be reached; null hides the last failure */
  const showFailure = (row: HTMLElement, message: string | null) => {
    const failure = row.querySelector<HTMLElement>('.failed')
    if (!failure) return
    failure.hidden = message === null
    const why = failure.querySelector('[data-why]')
    if (why) why.textContent = message ?? ''
    row.dataset.save = message === null ? '' : 'failed'
  }

  const save = async (row: HTMLElement): Promise<void> => {
    const guest = row.dataset.guest ?? ''
    const request = unsaved.get(guest)
    if (!request || saving.has(guest)) return
    saving.add(guest)
    showFailure(row, null)
    row.dataset.save = 'busy'
    try {
      const body = { date, rsvp: Number(guest), inside: request.inside }
      const { due_cents } = await call<GuestReply>('check-in', body)
      row.toggleAttribute('data-due', due_cents > 0)
      row.dataset.save = ''
      const newer = unsaved.get(guest)
      if (newer === request) unsaved.delete(guest)
      else if (newer) newer.saved = request.inside
      onSaved()
    } catch (error) {
      const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500
      // The row shows the saved number again. If the row was tapped meanwhile, the newer number is saved instead.
      if (isRefused && error.status !== 429 && unsaved.get(guest) === request) {
        unsaved.delete(guest)
        changeCount('inside', request.saved - request.inside)
        showInside(row, request.saved)
      }
      showFailure(row, error instanceof ApiError ? error.message : '')
    }
    saving.delete(guest)
    // If the row was tapped again meanwhile, the newer number is saved.
    const next = unsaved.get(guest)
    if (next && next !== request) await save(row)
  }

  root.addEventListener('submit', (event) => {
    const { target: form, submitter } = event
    if (!(form instanceof HTMLFormElement) || !form.matches('[data-check-in]')) return
    event.preventDefault()
    const row = rowOf(form)
    if (!row || !(submitter instanceof HTMLButtonElement)) return
    const before = Number(row.dataset.inside)
    const inside = Number(submitter.value)
    const guest = row.dataset.guest ?? ''
    unsaved.set(guest, { inside, saved: unsaved.get(guest)?.saved ?? before })
    changeCount('inside', inside - before)
    showInside(row, inside)
    // The button that had the focus is hidden now.
    row.querySelector<HTMLElement>(inside ? '.undo' : '.tap')?.focus({ preventScroll: true })
    void save(row)
  })
  root.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('[data-again]') : null
    const row = rowOf(button)
    if (row) void (unsaved.has(row.dataset.guest ?? '') ? save(row) : showFailure(row, null))
  })
  const retry = () => {
    for (const guest of unsaved.keys()) {
      const row = root.querySelector<HTMLElement>(`[data-guest="${guest}"]`)
      if (row) void save(row)
    }
  }
  addEventListener('online', retry)
  addEventListener('beforeunload', (event) => {
    if (unsaved.size) event.preventDefault()
  })
  return { isPending: (guest) => unsaved.has(guest), retry }
}
