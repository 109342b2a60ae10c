import type { Subscriber } from '../queries/subscribers.ts'
import type { Field, Texts } from './columns.ts'

/** The fields of a subscriber that a list contains. */
export type Contact = Pick<
  Subscriber,
  | 'email'
  | 'name'
  | 'phone'
  | 'birthday'
  | 'interests'
  | 'state'
  | 'joinedAt'
  | 'leftAt'
  | 'pausedUntil'
>

/** The fields of a consent that a list contains. */
export type ListedConsent = { at: Date | null; how: string | null; wording: string | null }

const moment = (at: Date | null) => at?.toISOString() ?? ''

export const textsOfContact = (contact: Contact, consent: ListedConsent): Required<Texts> => ({
  email: contact.email,
  name: contact.name ?? '',
  phone: contact.phone ?? '',
  birthday: contact.birthday ? `${contact.birthday.day}/${contact.birthday.month}` : '',
  interests: contact.interests.join('; '),
  state: contact.state,
  joined_at: moment(contact.joinedAt),
  left_at: moment(contact.leftAt),
  paused_until: moment(contact.pausedUntil),
  consent_at: moment(consent.at),
  consent_how: consent.how ?? '',
  consent_wording: consent.wording ?? '',
})

/** The columns that a list may change. The program sets the other columns. */
export const details = ['name', 'phone', 'birthday', 'interests'] as const satisfies Field[]
export type Detail = (typeof details)[number]
