import { randomUUID } from 'node:crypto'
import type { PayloadRequest } from 'payload'
import { houseOf } from '../mail/house.ts'
import { queueMail } from '../mail/queue.ts'
import { priorities } from '../mail/rules.ts'
import { writeAction, writeCode } from '../mail/templates/write.ts'
import type { Venue } from '../venue/contract.ts'
import { codeWords, type Event, eventWords } from './mail-copy.ts'
import type { Purpose } from './queries/codes.ts'
import type { Member } from './queries/members.ts'

// Whoever calls has read the venue before the transaction began: within one it would wait for a second
// connection, which others like it may hold.

/** Mails a code, before everything that is not one. */
export async function mailCode(
  req: PayloadRequest,
  venue: Venue,
  { purpose, email, code }: { purpose: Purpose; email: string; code: string },
): Promise<void> {
  const content = await writeCode(codeWords(houseOf(venue), purpose, code))
  await queueMail(req, {
    ...content,
    key: `code ${randomUUID()}`,
    kind: 'sign_in_code',
    to: { address: email },
    priority: priorities.code,
  })
}

/** Tells a member what happened to their account, in the transaction in which it does. */
export async function tellMember(
  req: PayloadRequest,
  venue: Venue,
  { email, name }: Pick<Member, 'email' | 'name'>,
  event: Event,
): Promise<void> {
  const at = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: venue.timeZone,
  }).format(new Date())
  const content = await writeAction(eventWords(houseOf(venue), event, at))
  await queueMail(req, {
    ...content,
    key: `security ${randomUUID()}`,
    kind: 'security',
    to: { address: email, name },
  })
}
