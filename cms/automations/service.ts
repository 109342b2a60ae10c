import { createLocalReq, type Payload } from 'payload'
import type { Database } from '../database/query.ts'
import { inTransaction } from '../database/transaction.ts'
import { forEverybody, withNameMarks } from '../letters/personalise.ts'
import { log } from '../log.ts'
import { priorities } from '../mail/rules.ts'
import { cancelKind, queueForReaders, queueMails } from '../mail/service.ts'
import { lockReadersByBirthday } from '../newsletter/readers.ts'
import { localMoment } from '../venue/opening-hours.ts'
import { readVenue } from '../venue/service.ts'
import { type AutomationKind, automationKinds, birthdayFromMinutes, birthdaysOn } from './rules.ts'

/** What staff wrote for a letter that goes out by itself. */
export type Automation = {
  isOn: boolean
  subject: string
  preheader: string | null
  body: unknown
  /** When that was; another text has another. */
  writtenAt: string
}

export async function findAutomation(payload: Payload, kind: AutomationKind): Promise<Automation> {
  const { [kind]: written, updatedAt } = await payload.findGlobal({ slug: 'automations', depth: 0 })
  const { subject, preheader = null, body, on } = written ?? {}
  return {
    isOn: Boolean(on && subject && body),
    subject: subject ?? '',
    preheader,
    body,
    writtenAt: updatedAt ?? '',
  }
}

// Whom it is for is known when it is sent.
const listed = ({ subject }: Automation) => forEverybody(withNameMarks(subject))

/**
 * Welcomes somebody, in the transaction by which they join.
 * @param joining names this joining: of one, there is one welcome
 * @param welcome as it was read before the transaction
 */
export async function queueWelcome(
  db: Database,
  reader: { id: number; email: string; name: string | null },
  { joining, welcome }: { joining: number; welcome: Automation },
): Promise<void> {
  if (!welcome.isOn) return
  const { id, email, name } = reader
  await queueMails(db, [
    {
      key: `welcome ${id} ${joining}`,
      kind: 'welcome',
      to: { address: email, name },
      subject: listed(welcome),
      html: '',
      text: '',
      priority: priorities.transactional,
      subscriber: id,
    },
  ])
}

/** Takes back what waits of letters that were switched off meanwhile. */
export async function takeBackSwitchedOff(payload: Payload): Promise<void> {
  const req = await createLocalReq({}, payload)
  for (const kind of automationKinds) {
    if ((await findAutomation(payload, kind)).isOn) continue
    await inTransaction(req, (db) => cancelKind(db, kind))
  }
}

const batchSize = 500

/**
 * Writes to those who get letters and have birthday today on the venue's clock, once its hour has
 * come: each of them once a year, whichever process comes first, and also later that day where none
 * was running.
 */
export async function queueBirthdays(payload: Payload, now = new Date()): Promise<void> {
  const birthday = await findAutomation(payload, 'birthday')
  if (!birthday.isOn) return
  const { timeZone } = await readVenue(payload)
  const { date, minutes } = localMoment(now, timeZone)
  const req = await createLocalReq({}, payload)
  // Birthday letters of an earlier day are too late.
  await inTransaction(req, (db) => cancelKind(db, 'birthday', { date, timeZone }))
  if (minutes < birthdayFromMinutes) return
  let count = 0
  for (let afterId: number | undefined = 0; afterId !== undefined; ) {
    afterId = await inTransaction(req, async (db) => {
      const moment = { at: now, timeZone, afterId: afterId ?? 0, limit: batchSize }
      const readers = await lockReadersByBirthday(db, birthdaysOn(date), moment)
      count += await queueForReaders(db, {
        kind: 'birthday',
        keyOf: (id) => `birthday ${id} ${date.slice(0, 4)}`,
        subject: listed(birthday),
        readers,
      })
      return readers.at(-1)?.id
    })
  }
  if (count) log.info({ readers: count }, 'birthday letters are on their way')
}
