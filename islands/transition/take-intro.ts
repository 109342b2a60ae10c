import { introKey } from './phases.ts'

/** Takes the intro over from the inline script (`intro.ts`). @returns whether the page's script must play it */
export function takeIntro(): boolean {
  const { dataset } = document.documentElement
  if (dataset.intro !== 'cover') return false
  delete dataset.intro
  return true
}

/** Marks the intro as played, because a transition to the home page replaces it. */
export function markIntroPlayed(): void {
  try {
    sessionStorage.setItem(introKey, '1')
  } catch {
    // Without session storage the intro is never played.
  }
}
