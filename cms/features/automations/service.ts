import { createLocalReq, type Payload, type PayloadRequest } from 'payload'
import { transactionOf } from '../../platform/database/query.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { cancelMailsOfKind, queueForReaders, queueMails } from '../../platform/mail/service.ts'
import { log } from '../../platform/runtime/log/log.ts'
import { replaceNamePlaceholders, subjectForReaders } from '../letters/mail/personalise.ts'
import type { JoinedSubscriber } from '../newsletter/ports.ts'
import { lockReadersByBirthday } from '../newsletter/service.ts'
import { localMoment } from '../venue/hours/opening-hours.ts'
import { readVenue } from '../venue/service.ts'
import { type AutomationKind, automationKinds, birthdayStartMinutes, birthdaysOn } from './rules.ts'

export type Automation = {
  isOn: boolean
  subject: string
  preheader: string | null
  body: unknown
  /** When the automations were last saved, ISO 8601; empty if never. */
  updatedAt: string
}

/**
 * Reads an automation with its letter.
 * @param req if given, the automation is read in the transaction of this request
 */
export async function findAutomation(
  payload: Payload,
  kind: AutomationKind,
  req?: PayloadRequest,
): Promise<Automation> {
  const { [kind]: written, updatedAt } = await payload.findGlobal({
    slug: 'automations',
    depth: 0,
    ...(req && { req }),
  })
  const { subject, preheader = null, body, on } = written ?? {}
  return {
    isOn: Boolean(on && subject && body),
    subject: subject ?? '',
    preheader,
    body,
    updatedAt: updatedAt ?? '',
  }
}

// The content is made when the mail is sent. Until then, lists of mails show this subject.
const subjectOf = ({ subject }: Automation) => subjectForReaders(replaceNamePlaceholders(subject))

/** Queues the welcome letter, in the transaction in which somebody joins. */
export async function queueWelcome(
  req: PayloadRequest,
  { id, email, name, joining }: JoinedSubscriber,
): Promise<void> {
  const welcome = await findAutomation(req.payload, 'welcome', req)
  if (!welcome.isOn) return
  const subject = subjectOf(welcome)
  await queueMails(req.payload, await transactionOf(req), [
    {
      key: `welcome ${id} ${joining}`,
      kind: 'welcome',
      to: { address: email, name },
      subject: typeof subject === 'string' ? subject : subject(name),
      html: '',
      text: '',
      subscriber: id,
    },
  ])
}

/** Cancels queued mails of automations that were switched off. */
export async function cancelSwitchedOff(payload: Payload): Promise<void> {
  const req = await createLocalReq({}, payload)
  for (const kind of automationKinds) {
    if ((await findAutomation(payload, kind)).isOn) continue
    await inTransaction(req, (db) => cancelMailsOfKind(db, kind))
  }
}

const batchSize = 500

/**
 * Queues the letters for today's birthdays, from 9:00 until midnight in the venue's time zone. A
 * subscriber gets at most one a year. Letters of earlier days that were not sent are cancelled.
 */
export async function queueBirthdays(payload: Payload, now = new Date()): Promise<void> {
  const birthday = await findAutomation(payload, 'birthday')
  if (!birthday.isOn) return
  const { timeZone } = await readVenue(payload)
  const { date, minutes } = localMoment(now, timeZone)
  const req = await createLocalReq({}, payload)
  await inTransaction(req, (db) => cancelMailsOfKind(db, 'birthday', { date, timeZone }))
  if (minutes < birthdayStartMinutes) return
  let count = 0
  for (let afterId = 0, hasMore = true; hasMore; ) {
    const readers = await inTransaction(req, async (db) => {
      const options = { at: now, timeZone, afterId, limit: batchSize }
      const found = await lockReadersByBirthday(db, birthdaysOn(date), options)
      count += await queueForReaders(db, {
        kind: 'birthday',
        keyOf: (id) => `birthday ${id} ${date.slice(0, 4)}`,
        subject: subjectOf(birthday),
        readers: found,
      })
      return found
    })
    afterId = readers.at(-1)?.id ?? 0
    hasMore = readers.length === batchSize
  }
  if (count) log.info({ readers: count }, 'queued birthday letters')
}
