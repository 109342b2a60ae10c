import type { OpenPage } from '../cms/features/content/page.ts'
import { dashboardPath, type Period } from '../cms/features/dashboard/rules.ts'
import type { SignedIn } from '../cms/features/members/contract.ts'
import { profileOf } from '../cms/features/members/profile/page-data.ts'
import { localMoment } from '../cms/features/venue/hours/opening-hours.ts'
import { monthName } from './ledger.ts'

const quarters = ['first', 'second', 'third', 'fourth'] as const

/** A period in words: `November 2026`, `Fourth quarter 2026`, `2026`. */
export function periodName(page: OpenPage, { kind, key }: Period): string {
  if (kind === 'month') return monthName(key)
  if (kind === 'year') return key
  const [year = '', number = '1'] = key.split('-Q')
  const name = page.text('period', quarters[Number(number) - 1] ?? 'first')
  return page.text('period', 'quarter_name').replace('{n}', name).replace('{year}', year)
}

/** The day on which a member joined, on the venue's calendar. */
export async function joinedOn({ payload, venue }: OpenPage, member: SignedIn): Promise<string> {
  const { member_since } = await profileOf(payload, member)
  return localMoment(new Date(member_since), venue.timeZone).date
}

export const periodLink = ({ key }: Period): string => `${dashboardPath}?period=${key}`
