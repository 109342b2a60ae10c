import type { MineReply } from '../../cms/features/events/contract.ts'
import { readApi } from '../../cms/platform/ui/read-api.ts'
import { hasStoredSession } from '../members/session/stored.ts'

// Sections whose reservation was requested. On the first page of a visit, the function is called twice.
const requestedFor = new WeakSet<HTMLElement>()

/**
 * If the member has already reserved, shows a link to the reservation instead of the form. There is no form if the date
 * has begun or is postponed.
 * @param section the element with the attribute `data-reserve`
 */
export async function showOwnReservation(section: HTMLElement): Promise<void> {
  const form = section.querySelector<HTMLFormElement>('form[name="reserve"]')
  const mine = section.querySelector<HTMLElement>('[data-sent="mine"]')
  // The visitor may have left the page while this part was loaded.
  if (!mine || !section.isConnected || requestedFor.has(section)) return
  requestedFor.add(section)
  // Without a reply, the form stays. Sending it finds the reservation too.
  const reply = await readApi<MineReply>(
    `/api/calendar/mine?date=${section.dataset.reserve}`,
  ).catch(() => null)
  // The session may have ended meanwhile.
  if (!section.isConnected || !hasStoredSession()) return
  // A form that is being filled in stays too.
  if (!reply?.rsvp || form?.ariaBusy || form?.contains(document.activeElement)) return
  const link = mine.querySelector('a')
  if (link) link.href = `/calendar/reservation/${reply.rsvp.token}`
  const isOffered = reply.rsvp.status === 'offered'
  for (const part of mine.querySelectorAll<HTMLElement>('[data-offered]')) {
    part.hidden = (part.dataset.offered === 'true') !== isOffered
  }
  // The minimum height keeps the following content of the page in its place.
  section.style.minHeight = `${section.offsetHeight}px`
  for (const lead of section.querySelectorAll<HTMLElement>('[data-lead]')) lead.hidden = true
  if (form) form.hidden = true
  mine.hidden = false
  // With this mark, the page is loaded again when the session ends.
  section.dataset.personal = ''
}
