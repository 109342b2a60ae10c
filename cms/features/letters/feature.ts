import type { Feature } from '../../platform/feature.ts'
import { trackedLinks } from '../../platform/http/ports.ts'
import { chosenTopics } from '../newsletter/ports.ts'
import { typedTimes } from '../venue/ports.ts'
import { letterCalls } from './calls.ts'
import { campaignVisits } from './campaigns/ports.ts'
import { letterJobs } from './jobs.ts'
import { followLink } from './mail/follow-link.ts'
import { letterMailKinds } from './mail-kinds.ts'
import { publicPatterns } from './pages.ts'
import { countArchivePages, findPublicLetter } from './public-letter.ts'
import { findLettersShowing } from './queries/letters.ts'
import { cancelUnwantedLetters } from './sending/cancel-unwanted.ts'
import { moveScheduledLetters } from './sending/move-times.ts'
import { letterCreations, letterEditions, letterLinks } from './table.ts'

export const letters: Feature = {
  name: 'letters',
  tables: {
    letter_creations: letterCreations,
    letter_editions: letterEditions,
    letter_links: letterLinks,
  },
  calls: letterCalls,
  lookUps: publicPatterns.map(({ path, page }) => ({
    path,
    find: async (payload, address) => {
      const slugOrPage = address.replace(/^.*\//, '')
      const isThere =
        page === 'letter'
          ? await findPublicLetter(payload, slugOrPage)
          : Number(slugOrPage) <= (await countArchivePages(payload))
      return isThere ? 'own' : null
    },
  })),
  auditActions: {
    letter_schedule: 'scheduled the letter',
    letter_unschedule: 'took back what was scheduled for the letter',
    letter_send: 'sent the letter',
    letter_started: 'sent the letter',
    letter_kept: 'put the letter {} into the mailbox, as there is no mail server',
    letter_pause: 'paused the letter',
    letter_resume: 'went on sending the letter',
    letter_cancel: 'cancelled the letter',
    letter_again: 'sent the letter {} once more, to whom it had failed',
    letter_failed: 'could not send the letter',
  },
  mailKinds: letterMailKinds,
  findPictureUses: async (db, mediaIds) =>
    (await findLettersShowing(db, mediaIds)).map(({ picture, letter, subject }) => ({
      picture,
      place: `the letter “${subject}”`,
      path: `/collections/letters/${letter}`,
    })),
  jobs: letterJobs,
  fillDemo: async (req) => (await import('./demo/fill.ts')).fillDemoLetter(req),
  requires: [campaignVisits],
  provides: [
    trackedLinks.with(followLink),
    chosenTopics.with(cancelUnwantedLetters),
    typedTimes.with(moveScheduledLetters),
  ],
}
