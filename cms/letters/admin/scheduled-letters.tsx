import { Link } from '@payloadcms/ui'
import type { PayloadRequest } from 'payload'
import { cache } from 'react'
import type { DashboardProps, ScheduledItem } from '../../admin/feature-admin.ts'
import { formatMoment } from '../../admin/shell/format.ts'
import type { Letter } from '../../payload-types.ts'

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
    depth: 0,
    overrideAccess: false,
    req,
    user: req.user,
  })
  return docs
})

const LetterLink = ({ id, subject }: Letter) => (
  <Link href={`/cms/collections/letters/${id}`} prefetch={false}>
    {subject}
  </Link>
)

/** Letters that are scheduled, being sent, or paused. */
export async function findScheduledLetters(props: DashboardProps): Promise<ScheduledItem[]> {
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

/** Warns of paused letters. */
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
