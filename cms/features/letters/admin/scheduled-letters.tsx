import type { PayloadRequest } from 'payload'
import { cache } from 'react'
import { readAsUserOptions } from '../../../platform/admin/calls/read-as-user.ts'
import type { DashboardProps, ScheduledItem } from '../../../platform/admin/feature-admin.ts'
import { CmsLink } from '../../../platform/admin/shell/CmsLink.tsx'
import { formatMoment } from '../../../platform/admin/shell/format.ts'
import type { Letter } from '../../../platform/payload/payload-types.ts'

const stateLabels: Partial<Record<Letter['state'], string>> = {
  sending: 'Going out',
  paused: 'Paused',
}

// Read once per request.
const findPendingLetters = cache(async (req: PayloadRequest): Promise<Letter[]> => {
  const { docs } = await req.payload.find({
    collection: 'letters',
    where: { state: { in: ['scheduled', 'sending', 'paused'] } },
    sort: ['sendAt', 'startedAt'],
    limit: 8,
    ...readAsUserOptions(req),
  })
  return docs
})

const LetterLink = ({ id, subject }: Letter) => (
  <CmsLink href={`/cms/collections/letters/${id}`}>{subject}</CmsLink>
)

/** The dashboard's entries for letters that are scheduled, being sent, or paused. */
export async function findPendingEntries(props: DashboardProps): Promise<ScheduledItem[]> {
  const { req, timeZone, today } = props
  return (await findPendingLetters(req)).map((letter) => ({
    key: `letter ${letter.id}`,
    dateTime: letter.sendAt ?? letter.startedAt ?? '',
    time: stateLabels[letter.state] ?? formatMoment(letter.sendAt, timeZone, today),
    description: (
      <>
        Letter <LetterLink {...letter} />
      </>
    ),
  }))
}

export async function PausedLetters({ req }: DashboardProps) {
  const letters = await findPendingLetters(req)
  return letters
    .filter(({ state }) => state === 'paused')
    .map((letter) => (
      <aside key={letter.id} className="admin-warning">
        <strong>A letter is paused:</strong> <LetterLink {...letter} />. Whoever has not had it yet
        waits.
      </aside>
    ))
}
