import type { Interest, SubscriberState } from '../rules.ts'
import type { Field, Texts } from './columns.ts'

/** Somebody as a list tells of them. */
export type Person = {
  email: string
  name: string | null
  phone: string | null
  birthday: { day: number; month: number } | null
  interests: Interest[]
  state: SubscriberState
  joinedAt: Date | null
  leftAt: Date | null
  pausedUntil: Date | null
}

/** What somebody agreed to, as far as a list tells it. */
export type Consent = { at: Date | null; how: string | null; wording: string | null }

const moment = (at: Date | null) => at?.toISOString() ?? ''

/** What an export says of somebody. */
export const textsOfPerson = (person: Person, consent: Consent): Required<Texts> => ({
  email: person.email,
  name: person.name ?? '',
  phone: person.phone ?? '',
  birthday: person.birthday ? `${person.birthday.day}/${person.birthday.month}` : '',
  interests: person.interests.join('; '),
  state: person.state,
  joined_at: moment(person.joinedAt),
  left_at: moment(person.leftAt),
  paused_until: moment(person.pausedUntil),
  consent_at: moment(consent.at),
  consent_how: consent.how ?? '',
  consent_wording: consent.wording ?? '',
})

/** What staff and readers write themselves; the rest is the program's. */
export const details = ['name', 'phone', 'birthday', 'interests'] as const satisfies Field[]
export type Detail = (typeof details)[number]
