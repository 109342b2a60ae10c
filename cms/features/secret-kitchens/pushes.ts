import type { Payload } from 'payload'
import { z } from 'zod'
import { type Database, databaseOf } from '../../platform/database/query.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import type { JobType } from '../../platform/jobs/job.ts'
import { findSiteFacts } from '../../platform/runtime/site-facts.ts'
import { formatGuestTime } from '../../platform/ui/format-time.ts'
import { pushToMember } from '../nudges/service.ts'
import type { Reservation } from '../reservations/contract.ts'
import { reservationPath } from '../reservations/rules.ts'
import { claimPush, findReservation, tokenOf } from '../reservations/service.ts'
import { dropsOrigin } from './origin.ts'
import { findDrop } from './queries/drops.ts'
import { dropsPath } from './rules.ts'

/** Mails whose news members also get as a push. The texts name nothing that somebody typed. */
const texts = {
  won: (until: string) => `The lot fell on you. Say yes by ${until}.`,
  in_line: () => 'Not drawn this time. You’re in line, and portions do come back.',
  offer: (until: string) => `Portions came back. Say yes by ${until}, and they’re yours.`,
  called_off: () => 'Called off. Nobody pays anything.',
  message: () => 'The kitchen has something to tell you. See your mail.',
}
type Pushed = keyof typeof texts

const pushData = z.object({
  mail: z.enum(Object.keys(texts) as [Pushed, ...Pushed[]]),
  about: z.union([z.string(), z.number()]),
  reservation: z.number(),
})
export const pushJob: JobType<z.output<typeof pushData>> = {
  name: 'secret-kitchens.push',
  data: pushData,
}

/** Queues pushes of a mail's news to members. They are sent after the caller's transaction. */
export async function queuePushes(
  db: Database,
  mail: string,
  reservations: readonly Reservation[],
  occasionOf: (reservation: Reservation) => string | number,
): Promise<void> {
  if (!Object.hasOwn(texts, mail)) return
  for (const reservation of reservations.filter(({ member }) => member !== null)) {
    const data = { about: occasionOf(reservation), reservation: reservation.id }
    await enqueue(db, pushJob, { mail: mail as Pushed, ...data })
  }
}

const statusOf: Partial<Record<Pushed, Reservation['status']>> = {
  won: 'held',
  in_line: 'waitlisted',
  offer: 'offered',
}

/** Pushes news at most once, because it is claimed before it is sent. */
export async function push(
  payload: Payload,
  { mail, about, reservation: id }: z.output<typeof pushData>,
): Promise<void> {
  const db = databaseOf(payload)
  const reservation = await findReservation(db, 'drop', id)
  const drop = reservation && (await findDrop(db, reservation.subject))
  if (!drop || drop.endsAt <= new Date()) return
  const wanted = statusOf[mail]
  if (wanted && reservation.status !== wanted) return
  const { member, heldUntil, offeredUntil } = reservation
  if (member === null || !(await claimPush(db, id, `push:${mail}:${about}`))) return
  const { timeZone } = await findSiteFacts(payload)
  const until = heldUntil ?? offeredUntil
  await pushToMember(payload, {
    ...{ member, id: `drop-${id}`, title: drop.title },
    text: texts[mail](until ? formatGuestTime(until, timeZone) : ''),
    link: `${dropsOrigin()}${reservationPath({ path: dropsPath, page: 'claim' }, tokenOf(reservation))}`,
    expiresAt: until ?? drop.endsAt,
  })
}
