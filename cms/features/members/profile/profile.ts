import type { PayloadRequest } from 'payload'
import { type Database, transactionOf } from '../../../platform/database/query.ts'
import { parseBirthday } from '../../../platform/http/texts/field-rules.ts'
import { changeSubscription, findSubscription } from '../../newsletter/service.ts'
import {
  choiceLists,
  findProfileRow,
  type MemberDetails,
  replaceChoices,
  updateDetails,
} from '../queries/members.ts'
import type { Profile, ProfileRequest } from './contract.ts'

/**
 * The member's profile; null if the account was deleted. The interests of subscribers are those of their subscription,
 * which they also change without signing in.
 */
export async function findProfile(db: Database, member: number): Promise<Profile | null> {
  const row = await findProfileRow(db, member)
  if (!row) return null
  const { birthday_day: day, birthday_month: month, created_at, delete_at, ...rest } = row
  const subscription = await findSubscription(db, row.email)
  return {
    ...rest,
    ...(subscription?.state === 'active' && { interests: subscription.interests }),
    birthday: day && month ? `${day}/${month}` : null,
    member_since: created_at,
    subscription: subscription?.state ?? null,
    delete_at,
  }
}

/**
 * Stores the changed fields, also in the member's newsletter subscription.
 * @throws HttpError `too_many_requests` if the subscription was changed too often
 */
export async function changeProfile(
  req: PayloadRequest,
  { id, email }: { id: number; email: string },
  request: ProfileRequest,
): Promise<void> {
  const db = await transactionOf(req)
  const details = detailsOf(request)
  await updateDetails(db, id, details)
  for (const list of choiceLists) {
    const choices = request[list]
    if (choices) await replaceChoices(db, id, list, choices)
  }
  const { interests } = request
  await changeSubscription(req, email, { ...details, ...(interests && { interests }) })
}

function detailsOf({ name, phone, birthday }: ProfileRequest): Partial<MemberDetails> {
  const day = birthday ? parseBirthday(birthday) : null
  return {
    ...(name !== undefined && { name: name || null }),
    ...(phone !== undefined && { phone }),
    ...(birthday !== undefined && {
      birthday_day: day?.day ?? null,
      birthday_month: day?.month ?? null,
    }),
  }
}
