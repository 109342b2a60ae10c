import type { Subscriber } from '../queries/subscribers.ts'
import type { CellTexts, Field } from './columns.ts'

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

const isoOrEmpty = (at: Date | null) => at?.toISOString() ?? ''

export const textsOfContact = (contact: Contact, consent: ListedConsent): Required<CellTexts> => ({
  email: contact.email,
  name: contact.name ?? '',
  phone: contact.phone ?? '',
  birthday: contact.birthday ? `${contact.birthday.day}/${contact.birthday.month}` : '',
  interests: contact.interests.join('; '),
  state: contact.state,
  joined_at: isoOrEmpty(contact.joinedAt),
  left_at: isoOrEmpty(contact.leftAt),
  paused_until: isoOrEmpty(contact.pausedUntil),
  consent_at: isoOrEmpty(consent.at),
  consent_how: consent.how ?? '',
  consent_wording: consent.wording ?? '',
})

/**
 * The columns with which an import may replace a subscriber's values. The other columns only decide whether the
 * subscriber joins or stops, and are stored only if the subscriber does.
 */
export const detailFields = ['name', 'phone', 'birthday', 'interests'] as const satisfies Field[]
export type DetailField = (typeof detailFields)[number]
