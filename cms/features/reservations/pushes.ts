import type { Payload } from 'payload'
import { z } from 'zod'
import { type Database, databaseOf } from '../../platform/database/query.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import type { JobType } from '../../platform/jobs/job.ts'
import { pushToMember } from '../nudges/service.ts'
import type { Reservation } from './contract.ts'
import { claimPush, findReservation } from './service.ts'

/** What members get as a push beside the mail. `id`: a newer push with the same id replaces it. */
type Push = Omit<Parameters<typeof pushToMember>[1], 'member'>

/**
 * Defines the pushes of one kind of reservations: news that members get on their devices beside the mail. Their texts name
 * nothing that guests typed.
 * @param mails the mails whose news are pushed
 */
export function definePushes<Mail extends string>({
  name,
  kind,
  mails,
}: {
  name: string
  kind: Reservation['kind']
  mails: readonly [Mail, ...Mail[]]
}) {
  const data = z.object({
    mail: z.enum(mails),
    /** The value in the mail's key, unique for the reservation and this kind of mail. */
    about: z.union([z.string(), z.number()]),
    reservations: z.array(z.number()),
  })
  type Data = { mail: Mail; about: string | number; reservations: number[] }
  const job: JobType<Data> = { name, data }
  const isPushed = (mail: string): mail is Mail => mails.some((each) => each === mail)

  /** Queues pushes of a mail's news to those who are members. They are sent after the caller's transaction. */
  async function queuePushes(
    db: Database,
    mail: string,
    reservations: readonly Reservation[],
    occasionOf: (reservation: Reservation) => string | number,
  ): Promise<void> {
    if (!isPushed(mail)) return
    // A job each: a push service that hangs delays nobody else’s push.
    for (const reservation of reservations.filter(({ member }) => member !== null)) {
      const about = occasionOf(reservation)
      await enqueue(db, job, { mail, about, reservations: [reservation.id] })
    }
  }

  /**
   * Pushes each piece of news at most once, because it is claimed before it is sent. If the process dies in between, the
   * guest gets only the mail.
   * @param newsOf null if the news is no longer worth a push
   */
  async function push(
    payload: Payload,
    { mail, about, reservations }: Data,
    {
      signal,
      newsOf,
    }: {
      signal: AbortSignal
      newsOf: (db: Database, reservation: Reservation, mail: Mail) => Promise<Push | null>
    },
  ): Promise<void> {
    const db = databaseOf(payload)
    for (const id of reservations) {
      signal.throwIfAborted()
      const reservation = await findReservation(db, kind, id)
      if (!reservation || reservation.member === null) continue
      const news = await newsOf(db, reservation, mail)
      if (!news || !(await claimPush(db, id, `push:${mail}:${about}`))) continue
      await pushToMember(payload, { ...news, member: reservation.member })
    }
  }
  return { job, queuePushes, push }
}
