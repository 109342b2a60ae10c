import type { Payload } from 'payload'
import type { JobContext } from '../../platform/jobs/job.ts'
import { findSiteFacts } from '../../platform/runtime/site-facts.ts'
import { formatGuestTime } from '../../platform/ui/format-time.ts'
import type { Reservation } from '../reservations/contract.ts'
import { definePushes } from '../reservations/pushes.ts'
import { reservationPath } from '../reservations/rules.ts'
import { tokenOf } from '../reservations/service.ts'
import { dropsOrigin } from './origin.ts'
import { findDrop } from './queries/drops.ts'
import { dropsPath } from './rules.ts'

const texts = {
  won: (until: string) => `The lot fell on you. Say yes by ${until}.`,
  in_line: () => 'Not drawn this time. You’re in line, and portions do come back.',
  offer: (until: string) => `Portions came back. Say yes by ${until}, and they’re yours.`,
  called_off: () => 'Called off. Nobody pays anything.',
  message: () => 'The kitchen has something to tell you. See your mail.',
}
const statusOf: Partial<Record<keyof typeof texts, Reservation['status']>> = {
  won: 'held',
  in_line: 'waitlisted',
  offer: 'offered',
}

const pushes = definePushes({
  name: 'secret-kitchens.push',
  kind: 'drop',
  mails: ['won', 'in_line', 'offer', 'called_off', 'message'],
})
export const { job: pushJob, queuePushes } = pushes

export async function push(
  payload: Payload,
  data: Parameters<typeof pushes.push>[1],
  signal: JobContext['signal'],
): Promise<void> {
  const { timeZone } = await findSiteFacts(payload)
  const now = new Date()
  await pushes.push(payload, data, {
    signal,
    newsOf: async (db, reservation, mail) => {
      const drop = await findDrop(db, reservation.subject)
      if (!drop || drop.endsAt <= now) return null
      if (statusOf[mail] && reservation.status !== statusOf[mail]) return null
      const until = reservation.heldUntil ?? reservation.offeredUntil
      return {
        id: `drop-${reservation.id}`,
        title: drop.title,
        text: texts[mail](until ? formatGuestTime(until, timeZone) : ''),
        link: `${dropsOrigin()}${reservationPath({ path: dropsPath, page: 'claim' }, tokenOf(reservation))}`,
        expiresAt: until ?? drop.endsAt,
      }
    },
  })
}
