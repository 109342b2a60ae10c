import type { TextReply } from '../../cms/events/contract.ts'
import { callApi } from '../lib/api.ts'
import { hasStoredSession } from '../members/session/stored.ts'

/** Shows members the text of an event that only they read. It also works after client navigations. */
export function startMembersText(): void {
  // The script may run after the event of the first page.
  void showText()
  document.addEventListener('astro:page-load', () => void showText())
}

async function showText(): Promise<void> {
  const place = document.querySelector<HTMLElement>('[data-members-text]')
  const slug = place?.dataset.membersText
  if (!place || !slug || !hasStoredSession()) return
  delete place.dataset.membersText
  const query = new URLSearchParams({ slug })
  // If it can't be read, the link to it stays.
  const reply = await callApi<TextReply>(`/api/calendar/text?${query}`).catch(() => null)
  if (reply?.paragraphs) replaceBy(place, reply.paragraphs.map(paragraphOf))
}

function paragraphOf(lines: readonly string[]): HTMLElement {
  const paragraph = document.createElement('p')
  paragraph.append(
    ...lines.flatMap((line, index) => (index ? [document.createElement('br'), line] : [line])),
  )
  return paragraph
}

/** Replaces the content of an element. What is read below it does not move. */
function replaceBy(place: HTMLElement, content: readonly HTMLElement[]): void {
  const before = place.getBoundingClientRect()
  place.replaceChildren(...content)
  const moved = place.getBoundingClientRect().bottom - before.bottom
  if (before.bottom < 0 && moved) scrollBy({ top: moved, behavior: 'instant' })
}
