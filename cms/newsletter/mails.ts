import type { Payload } from 'payload'
import { env } from '../env.ts'
import type { Mail } from '../mail/contract.ts'
import { houseOf } from '../mail/house.ts'
import { writeAction } from '../mail/templates/write.ts'
import { findVenue } from '../venue/service.ts'
import { confirmationWords, leaveWords } from './mail-words.ts'
import type { Subscriber } from './subscribers.ts'

type Written = Omit<Mail, 'key'>

/** The mail that asks whether a sign-up was its reader's. */
export async function confirmationMail(
  payload: Payload,
  { subscriber, token }: { subscriber: Subscriber; token: string },
): Promise<Written> {
  const url = `${env().SITE_URL}/subscribe/confirm/${token}`
  const isKnown = subscriber.state === 'active'
  const content = await writeAction(
    confirmationWords(houseOf(await findVenue(payload)), isKnown, url),
  )
  return { ...toSubscriber(subscriber), ...content, kind: 'confirm_subscription' }
}

/** The mail that brings somebody their link to leave. */
export async function leaveMail(
  payload: Payload,
  { subscriber, link }: { subscriber: Subscriber; link: string },
): Promise<Written> {
  const content = await writeAction(leaveWords(houseOf(await findVenue(payload)), link))
  return { ...toSubscriber(subscriber), ...content, kind: 'leave_link' }
}

const toSubscriber = ({ id, email }: Subscriber) => ({ to: { address: email }, subscriber: id })
