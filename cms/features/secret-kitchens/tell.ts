import { createLocalReq, type Payload } from 'payload'
import { type Database, databaseOf } from '../../platform/database/query.ts'
import { findMailTextFiller } from '../../platform/mail/mail-text-filler.ts'
import { queueMail, queueMails } from '../../platform/mail/service.ts'
import { findSiteFacts } from '../../platform/runtime/site-facts.ts'
import { formatGuestTime } from '../../platform/ui/format-time.ts'
import { findMemberById } from '../members/service.ts'
import { pushToMember } from '../nudges/service.ts'
import { listReservationsOf, prepareChange } from '../reservations/service.ts'
import { dropKind } from './kind.ts'
import { dropUrl, renderDropMail } from './mails/render.ts'
import { dropMailTexts } from './mails/texts.ts'
import { queuePushes } from './pushes.ts'
import { everyDrop, listBellMembers } from './queries/bells.ts'
import { type Drop, findDrop } from './queries/drops.ts'
import { listUndrawn } from './queries/entries.ts'

/**
 * Tells those who took part in a draw. Winners get a push and a mail, because they have five minutes. The others are in front
 * of the page, get a push, and a mail with each offer. Each is told once.
 */
export async function tellDrawn(payload: Payload, id: number): Promise<void> {
  const db = databaseOf(payload)
  const drop = await findDrop(db, id)
  if (!drop) return
  const { mailer, waking } = await prepareChange(dropKind, await createLocalReq({}, payload))
  const drawn = (await listReservationsOf(db, { kind: 'drop', subjects: [id] })).filter(({ key }) =>
    key.startsWith('drawn:'),
  )
  const won = drawn.filter(
    ({ status, heldUntil }) => status === 'held' && heldUntil && heldUntil > new Date(),
  )
  // Mails are queued before anything waits for a network, and each push is a job of its own.
  for (const reservation of won) {
    const until = reservation.heldUntil as Date
    const mail = await mailer('won', {
      ...{ subject: drop, reservation, occasion: 'draw', expiresAt: until },
      words: { until: formatGuestTime(until, waking.timeZone) },
    })
    if (mail) await queueMails(payload, db, [mail])
  }
  const inLine = drawn.filter(({ status }) => status === 'waitlisted')
  await queuePushes(db, 'won', won, () => 'draw')
  await queuePushes(db, 'in_line', inLine, () => 'draw')
}

/** How many members are told at the same time. */
const atOnce = 20

type News = 'announced' | 'bell' | 'called_off'

/** Whose news it is. Members whose claim was cancelled by the calling off got a mail about the claim. */
async function listTold(db: Database, { id, audience, rungAt }: Drop, news: News) {
  if (news !== 'called_off')
    return listBellMembers(db, news === 'bell' ? [id, everyDrop] : [everyDrop])
  // Who rang for every drop knows of it only if they were told before.
  const heard = audience === 'bell' || rungAt ? [id, everyDrop] : [id]
  const [bells, entered, claims] = await Promise.all([
    listBellMembers(db, heard),
    listUndrawn(db, id),
    listReservationsOf(db, { kind: 'drop', subjects: [id] }),
  ])
  const claimants = new Set(
    claims.flatMap(({ member, cancelledBy }) => (cancelledBy === 'event' ? member : [])),
  )
  return [...new Set([...bells, ...entered])].filter((member) => !claimants.has(member))
}

/**
 * Tells members who rang the bell, by push, or by mail if no device takes it; that a drop is called off, also those who are
 * in its draw. A repeated mail has the same key.
 */
export async function tellBells(
  payload: Payload,
  { drop: id, news }: { drop: number; news: News },
): Promise<void> {
  const db = databaseOf(payload)
  const drop = await findDrop(db, id)
  const isOff = news === 'called_off'
  const until = isOff ? drop?.endsAt : drop?.opensAt
  if (!drop || !until || (drop.cancelledAt !== null) !== isOff || until <= new Date()) return
  const { timeZone } = await findSiteFacts(payload)
  const fillText = await findMailTextFiller(payload)
  const opens = formatGuestTime(drop.opensAt, timeZone)
  const url = dropUrl(drop)
  const text = {
    announced: `Opens ${opens}.`,
    bell: `Opens ${opens}. The first ten seconds are drawn.`,
    called_off: 'Called off. Nobody pays anything.',
  }[news]
  const members = await listTold(db, drop, news)
  const tell = async (member: number) => {
    const pushed = await pushToMember(payload, {
      ...{ member, id: `drop-${id}-${news}`, title: drop.title, link: url },
      ...{ text, expiresAt: until },
    })
    if (pushed) return
    const found = await findMemberById(db, member)
    if (!found || found.isSuspended) return
    await queueMail(await createLocalReq({}, payload), {
      ...(await renderDropMail(news, drop, { fillText, timeZone, url })),
      key: `drop ${id} ${news} ${member}`,
      kind: dropMailTexts[news].key,
      to: { address: found.email, name: found.name },
      expiresAt: until,
    })
  }
  // A push service that answers slowly makes only a few of them wait.
  for (let first = 0; first < members.length; first += atOnce) {
    await Promise.all(members.slice(first, first + atOnce).map(tell))
  }
}
