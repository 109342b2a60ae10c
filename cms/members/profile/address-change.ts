import type { PayloadRequest } from 'payload'
import { databaseOf, sql } from '../../database/sql.ts'
import { inTransaction } from '../../database/transaction.ts'
import { HttpError } from '../../http/errors.ts'
import { forgetAccountMailsTo } from '../../mail/recipients.ts'
import { type LettersMoved, moveSubscriber } from '../../newsletter/details.ts'
import { findVenue } from '../../venue/service.ts'
import { isDomainAllowed } from '../allowed-domains.ts'
import { countRequest } from '../codes/limits.ts'
import type { SignedIn } from '../contract.ts'
import { browserOf, knownBrowser } from '../cookies.ts'
import { refusal } from '../errors.ts'
import { tellMember } from '../mails.ts'
import { dropCodesTo, tryBoth } from '../queries/codes.ts'
import { memberByAddress } from '../queries/members.ts'
import { sendCodes } from '../sessions/sign-in.ts'

/**
 * Mails a code to the address a member has and one to the address they want, or none where one is
 * refused. Whether somebody has the new one already is not said: whoever confirms it is told.
 * @returns the cookie of the browser in which the codes are good
 * @throws HttpError `access_denied`, `too_soon`, `too_often`, `bad_request`
 */
export async function startAddressChange(
  req: PayloadRequest,
  member: SignedIn,
  email: string,
): Promise<string> {
  await countRequest(req)
  if (email === member.email) throw new HttpError('bad_request', 'This is your address already.')
  if (!(await isDomainAllowed(req.payload, email))) throw refusal('access_denied')
  const { browser, cookie } = knownBrowser(req)
  const about = { member: member.id, to: email }
  await sendCodes(
    req,
    { purpose: 'new_address', email, browser, about },
    { purpose: 'old_address', email: member.email, browser, about },
  )
  return cookie
}

/**
 * Changes a member’s address: they read the mails of both. Their letters follow, where the new one takes
 * them. Of what the account mailed to the old one only the notice stays, and those of before that it has
 * not got yet.
 * @throws HttpError `invalid_code`, `conflict` where another member has the address, or this one has
 *   changed theirs meanwhile
 */
export async function confirmAddressChange(
  req: PayloadRequest,
  member: SignedIn,
  codes: { email: string; old_code: string; new_code: string },
): Promise<LettersMoved> {
  await countRequest(req)
  const browser = browserOf(req)
  if (!browser) throw refusal('invalid_code')
  const { email: from } = member
  const { email: to } = codes
  // Wrong tries count: they must not be rolled back.
  const isRight = await inTransaction(req, (db) =>
    tryBoth(
      db,
      { purpose: 'old_address', email: from, browser, code: codes.old_code },
      { purpose: 'new_address', email: to, browser, code: codes.new_code },
      { member: member.id, to },
    ),
  )
  if (!isRight) throw refusal('invalid_code')
  if (await memberByAddress(databaseOf(req.payload), to)) {
    throw new HttpError('conflict', 'Another account has this address. Sign in with it instead.')
  }
  const venue = await findVenue(req.payload)
  return inTransaction(req, async (db) => {
    const { rows: moved } = await db.execute(sql`
      update members set email = ${to}, updated_at = now()
       where id = ${member.id} and email = ${from} returning id`)
    if (!moved.length) {
      throw new HttpError(
        'conflict',
        'Your address has changed meanwhile. Please load the page again.',
      )
    }
    const letters = await moveSubscriber(db, from, to)
    for (const address of [from, to]) await dropCodesTo(db, address)
    await forgetAccountMailsTo(db, from)
    const reach = [venue.contact.email, venue.contact.phone].filter(Boolean).join(' or ')
    await tellMember(req, venue, member, { what: 'address_changed', detail: to, letters, reach })
    return letters
  })
}
