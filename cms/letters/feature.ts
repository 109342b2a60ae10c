import { audited } from '../../collections/hooks/audit.ts'
import { letters as lettersCollection } from '../../collections/letters.ts'
import type { Feature } from '../feature.ts'
import { letterActions } from './audit-actions.ts'
import { letterCalls } from './calls.ts'
import { cancelUnwantedLetters } from './cancel-unwanted.ts'
import { followLink } from './follow-link.ts'
import { letterJobs } from './jobs.ts'
import { letterMailKinds } from './mail-kinds.ts'
import { letterShowing } from './queries/letters.ts'
import { letterEditions, letterLinks } from './table.ts'

export const letters: Feature = {
  name: 'letters',
  tables: { letter_editions: letterEditions, letter_links: letterLinks },
  collections: [audited(lettersCollection)],
  calls: letterCalls,
  followLink,
  auditActions: letterActions,
  mailKinds: letterMailKinds,
  describePictureUse: async (db, mediaId) => {
    const subject = await letterShowing(db, mediaId)
    return subject === null ? null : `The letter “${subject}” shows this picture.`
  },
  jobs: letterJobs,
  onInterestsChanged: cancelUnwantedLetters,
}
