import type { PayloadRequest } from 'payload'
import { databaseOf } from '../../../platform/database/query.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { browserWithCookie } from '../../../platform/http/cookies/browser-cookie.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { deleteKindsToAddress } from '../../../platform/mail/service.ts'
import type { LettersMoved } from '../../newsletter/rules.ts'
import { moveSubscription } from '../../newsletter/service.ts'
import { findVenue } from '../../venue/service.ts'
import { isDomainAllowed } from '../allowed-domains.ts'
import { attemptCode, requireBrowser } from '../codes/attempts.ts'
import { sendCodes } from '../codes/send-codes.ts'
import type { SignedIn } from '../contract.ts'
import { memberError } from '../errors.ts'
import { queueNotice, renderNotice } from '../mails.ts'
import { changedAddresses } from '../ports.ts'
import { deleteCodesTo, tryBothCodes } from '../queries/codes.ts'
import { changeEmail, findMemberByEmail } from '../queries/members.ts'

/**
 * Mails one code to a member's current address and one to their new address. If one of the two mails is
 * refused, neither is sent. The reply does not reveal whether the new address has an account; only
 * `confirmAddressChange` does.
 * @returns the Set-Cookie of the browser in which the codes are valid
 * @throws HttpError `access_denied`, `too_soon`, `too_often`, `bad_request`
 */
export async function startAddressChange(
  req: PayloadRequest,
  member: SignedIn,
  email: string,
): Promise<string> {
  if (email === member.email) throw new HttpError('bad_request', 'This is your address already.')
  if (!(await isDomainAllowed(req.payload, email))) throw memberError('access_denied')
  const { browser, cookie } = browserWithCookie(req)
  const about = { member: member.id, session: member.session, to: email }
  await sendCodes(
    req,
    { purpose: 'new_address', email, browser, about },
    { purpose: 'old_address', email: member.email, browser, about },
  )
  return cookie
}

/**
 * Changes a member's address. The two codes were requested in this session and prove that the member reads the
 * mails of both addresses. The member's reservations and newsletter subscription move to the new address. A
 * reservation does not move if the new address already has one for the same date; the subscription does not
 * move if the new address has a confirmed or ended one. The old address gets a notice. All mails with codes to the
 * old address are deleted, and the earlier notices that were already sent to it.
 * @throws HttpError `invalid_code`, `link_required`, `conflict` if another member has the address, or the
 *   member's address has changed meanwhile
 */
export async function confirmAddressChange(
  req: PayloadRequest,
  member: SignedIn,
  { email: to, old_code, new_code }: { email: string; old_code: string; new_code: string },
): Promise<LettersMoved> {
  const browser = await requireBrowser(req)
  const { id, email: from, session } = member
  const old = { purpose: 'old_address', email: from, browser } as const
  // Attempts are counted for the old address, because only its code protects the account. An attacker may
  // own the new address.
  const isRight = await attemptCode(req, old, async (db) => {
    const changed = { purpose: 'new_address', email: to, browser, code: new_code } as const
    const both = [{ ...old, code: old_code }, changed] as const
    return (await tryBothCodes(db, both, { member: id, session, to })) || null
  })
  if (!isRight) throw memberError('invalid_code')
  if (await findMemberByEmail(databaseOf(req.payload), to)) {
    throw new HttpError('conflict', 'Another account has this address. Sign in with it instead.')
  }
  const notices = await renderNotices(req, to)
  return inTransaction(req, async (db) => {
    if (!(await changeEmail(db, id, { from, to }))) {
      throw new HttpError(
        'conflict',
        'Your address has changed meanwhile. Please load the page again.',
      )
    }
    for (const handle of changedAddresses.all(req.payload)) {
      await handle(db, id, { from, to }, req.payload)
    }
    const letters = await moveSubscription(db, from, to)
    await deleteCodesTo(db, [from, to])
    await deleteKindsToAddress(db, from, { always: ['sign_in_code'], done: ['security'] })
    await queueNotice(req, member, notices[letters])
    return letters
  })
}

/** One notice for each value of `letters`, because the value is known only in the transaction. */
async function renderNotices({ payload }: PayloadRequest, detail: string) {
  const { contact } = await findVenue(payload)
  const reach = [contact.email, contact.phone].filter(Boolean).join(' or ')
  const render = (letters: LettersMoved) =>
    renderNotice(payload, { what: 'address_changed', detail, letters, reach })
  return {
    followed: await render('followed'),
    joined: await render('joined'),
    ended: await render('ended'),
    none: await render('none'),
  }
}
