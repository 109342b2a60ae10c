import { audited } from '../../collections/hooks/audit.ts'
import { recoverable } from '../../collections/hooks/trash.ts'
import { letters as lettersCollection } from '../../collections/letters.ts'
import type { Feature } from '../feature.ts'
import { letterCalls } from './calls.ts'
import { cancelUnwantedLetters } from './cancel-unwanted.ts'
import { followLink } from './follow-link.ts'
import { letterJobs } from './jobs.ts'
import { letterMailKinds } from './mail-kinds.ts'
import { publicPatterns } from './pages.ts'
import { countArchivePages, findPublicLetter } from './public-letter.ts'
import { findLettersShowing } from './queries/letters.ts'
import { letterCreations, letterEditions, letterLinks } from './table.ts'

export const letters: Feature = {
  name: 'letters',
  tables: {
    letter_creations: letterCreations,
    letter_editions: letterEditions,
    letter_links: letterLinks,
  },
  collections: [recoverable(audited(lettersCollection))],
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
  followLink,
  auditActions: {
    letter_schedule: 'scheduled the letter',
    letter_unschedule: 'took back what was scheduled for the letter',
    letter_send: 'sent the letter',
    letter_started: 'sent the letter',
    letter_kept: 'put into the mailbox, as there is no mail server, the letter',
    letter_pause: 'paused the letter',
    letter_resume: 'went on sending the letter',
    letter_cancel: 'cancelled the letter',
    letter_again: 'sent once more, to whom it had failed, the letter',
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
  onTopicsChanged: cancelUnwantedLetters,
}
