import { introKey } from './phases.ts'

/** Takes the intro over from the inline script (`intro.ts`). @returns whether it is still to be played */
export function takeIntro(): boolean {
  const { dataset } = document.documentElement
  if (dataset.intro !== 'cover') return false
  delete dataset.intro
  return true
}

/** A transition to the home page replaces the intro. */
export function skipIntro(): void {
  try {
    sessionStorage.setItem(introKey, '1')
  } catch {
    // Without session storage the intro is never played.
  }
}
