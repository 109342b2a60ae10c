import type { FeatureAdmin } from '../../../platform/admin/feature-admin.ts'
import { findOverdueLetters } from './inbox.ts'
import { LetterBanner } from './LetterBanner.tsx'
import { findPendingEntries, PausedLetters } from './scheduled-letters.tsx'
import { findLetterFigures } from './week-figures.ts'

export const lettersAdmin: FeatureAdmin = {
  navLinks: [
    { href: '/cms/collections/letters', label: 'Letters', permission: 'letters.write', order: 30 },
  ],
  shortcuts: [
    { href: '/cms/collections/letters', label: 'Letters', permission: 'letters.write', order: 50 },
  ],
  inbox: [{ order: 52, permission: 'letters.write', find: findOverdueLetters }],
  banners: [
    { order: 30, permission: 'letters.write', Component: LetterBanner },
    { order: 40, permission: 'letters.write', Component: PausedLetters },
  ],
  weekFigures: { order: 20, permission: 'letters.write', find: findLetterFigures },
  scheduled: { order: 10, permission: 'letters.write', find: findPendingEntries },
}
