import { showCard } from '../../members/profile/card.ts'
import { readKey } from './stored-key.ts'

/** Shows the member's card on the offline page, if this browser has a certified key. */
export async function showCardOffline(): Promise<void> {
  const section = document.querySelector<HTMLElement>('.card-offline')
  if (!section || !(await readKey())) return
  section.hidden = false
  showCard()
}
