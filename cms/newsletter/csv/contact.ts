import type { Subscriber } from '../queries/subscribers.ts'
import type { Field, Texts } from './columns.ts'

/** The fields of a subscriber that the CSV files of exports and imports contain. */
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

/** The fields of a consent that the CSV files of exports and imports contain. */
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

/**
 * The columns with which an import may replace a subscriber's values. The other columns only decide whether the
 * subscriber joins or stops, and are stored only if the subscriber does.
 */
export const details = ['name', 'phone', 'birthday', 'interests'] as const satisfies Field[]
export type Detail = (typeof details)[number]
