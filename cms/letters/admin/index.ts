import type { FeatureAdmin } from '../../admin/feature-admin.ts'
import { LetterBanner } from './LetterBanner.tsx'
import { findPendingEntries, PausedLetters } from './scheduled-letters.tsx'
import { findLetterFigures } from './week-figures.ts'

export const lettersAdmin: FeatureAdmin = {
  navLinks: [{ href: '/cms/collections/letters', label: 'Letters', order: 30 }],
  shortcuts: [{ href: '/cms/collections/letters', label: 'Letters', order: 50 }],
  banners: [
    { order: 30, Component: LetterBanner },
    { order: 40, Component: PausedLetters },
  ],
  weekFigures: { order: 20, find: findLetterFigures },
  scheduled: { order: 10, find: findPendingEntries },
}
