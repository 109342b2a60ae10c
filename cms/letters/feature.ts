import { audited } from '../../collections/hooks/audit.ts'
import { letters as lettersCollection } from '../../collections/letters.ts'
import type { Feature } from '../feature.ts'
import { letterActions } from './audit-actions.ts'
import { letterEndpoints } from './endpoints.ts'
import { followLink } from './follow.ts'
import { letterEditions, letterLinks } from './table.ts'

export const letters: Feature = {
  name: 'letters',
  tables: { letter_editions: letterEditions, letter_links: letterLinks },
  collections: [audited(lettersCollection)],
  endpoints: letterEndpoints,
  followLink,
  auditActions: letterActions,
}
