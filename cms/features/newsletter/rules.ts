import {
  type fieldProblems,
  isPhone,
  maxPhoneLength,
  parseBirthday,
} from '../../platform/http/texts/field-rules.ts'
import { maxAddressLength } from '../../platform/mail/rules.ts'

/** What a subscriber may be interested in. Source: spec section 9, "Interest options (13)". */
export const interests = [
  'Private Events & Bookings',
  'Corporate Hospitality',
  'Wine Tastings & Masterclasses',
  'Cocktail Masterclasses',
  'Beer & Brewing Events',
  'Cooking Classes',
  'Art & Creative Workshops',
  'Film & Cinema',
  'Networking Events',
  'Live Music & Entertainment',
  'Special Occasions & Celebrations',
  'Wedding & Party Catering',
  'Business Meetings & Workspace',
] as const
export type Interest = (typeof interests)[number]

/** The topics that somebody has chosen: some of the interests, and names of the venue's own topics. */
export type Topics = { interests: Interest[]; ownTopics: string[] }

/**
 * Splits names of topics, without duplicates and in the order of the lists.
 * @param known the venue's own topics
 * @returns null if a name is unknown
 */
export function splitTopics(names: readonly string[], known: readonly string[]): Topics | null {
  const chosen = new Set(names)
  const topics = {
    interests: interests.filter((each) => chosen.has(each)),
    ownTopics: known.filter((each) => chosen.has(each)),
  }
  return namesOf(topics).length === chosen.size ? topics : null
}

/** The names of all chosen topics. */
export const namesOf = ({ interests: chosen, ownTopics }: Topics): string[] => [
  ...chosen,
  ...ownTopics,
]

/** Removes topics that the venue no longer has. @param known the venue's own topics */
export const withKnownTopics = <Chosen extends Topics>(
  chosen: Chosen,
  known: readonly string[],
): Chosen => ({ ...chosen, ownTopics: known.filter((name) => chosen.ownTopics.includes(name)) })

/** Whether two people, or one person before and after a change, have chosen the same topics. */
export const hasSameTopics = (one: Topics, other: Topics): boolean => {
  const names = new Set(namesOf(one))
  const others = new Set(namesOf(other))
  return names.size === others.size && [...names].every((name) => others.has(name))
}

/** Kinds of mail that only active subscribers get. */
export const letterKinds = ['welcome', 'birthday', 'letter']

/**
 * - `pending`: the address is not confirmed yet
 * - `active`: gets letters
 * - `unsubscribed`: has left
 * - `bounced`, `complained`: gets no letters until they sign up and confirm again
 */
export const subscriberStates = [
  'pending',
  'active',
  'unsubscribed',
  'bounced',
  'complained',
] as const
export type SubscriberState = (typeof subscriberStates)[number]

export const consentKinds = ['given', 'changed', 'withdrawn', 'restored'] as const

/**
 * What happened to the subscription of a member who changed their address:
 * - `followed`: it moved to the new address
 * - `joined`: it ended, because the new address already had an active subscription
 * - `ended`: it ended, because the new address had ended a subscription before
 * - `none`: there was no active subscription
 */
export type LettersMoved = 'followed' | 'joined' | 'ended' | 'none'

/** Longest texts of a sign-up, in characters. */
export const maxLengths = { name: 120, email: maxAddressLength, phone: maxPhoneLength } as const

const dayMs = 24 * 60 * 60_000
/** How long a confirmation link is valid. Unconfirmed addresses are deleted about a day later. */
export const confirmWithinMs = 7 * dayMs
export const pauseMs = 30 * dayMs
export const undoWithinMs = 30 * dayMs
/** Sign-ups for one address within this time count as one and cause one mail. */
export const sameSignUpMs = 60_000
/** A form that was open for a shorter time than this counts as filled in by a bot. */
export const minFormMs = 1000

/** The form's toasts. Source: spec sections 5 and 8. */
export const newsletterToasts = {
  required: {
    title: 'Required fields missing',
    description: 'Please provide your name, email and consent to continue.',
  },
  interests: {
    title: 'Interests required',
    description: 'Please select at least one interest to help us personalise your experience.',
  },
  success: {
    title: "You're in!",
    description: 'Check your email to complete authentication and link your notifications.',
  },
  failure: { title: 'Subscription failed', description: 'Please try again later.' },
} as const

/**
 * The text after a sign-up. It shows the address, so that typing errors are noticed.
 * @param isLater whether the mail is queued behind other mails
 */
export const signUpSentText = (email: string, isLater = false): string =>
  `${isLater ? 'We’ll write' : 'We wrote'} to ${email}. Is that not your address? Fill in the form again.`

export type RequiredField = 'name' | 'email' | 'consent'

/** The required fields that a form lacks, in the form's order. */
export function missingFields(form: FormData): RequiredField[] {
  const fields: RequiredField[] = ['name', 'email', 'consent']
  return fields.filter((field) => !String(form.get(field) ?? '').trim())
}

/** The birthday of a form as `day/month`; null if the day or the month is not chosen. */
export function birthdayOf(form: FormData): string | null {
  const [day, month] = ['birthday_day', 'birthday_month'].map((name) => form.get(name))
  return day && month ? `${day}/${month}` : null
}

/** The first detail of a form that is not valid; null if all details are valid. */
export function invalidDetail(form: FormData): keyof typeof fieldProblems | null {
  const phone = String(form.get('phone') ?? '').trim()
  const birthday = birthdayOf(form)
  if (phone && !isPhone(phone)) return 'phone'
  return birthday && !parseBirthday(birthday) ? 'birthday' : null
}

type Departure = { state: SubscriberState; leftAt: Date | null }

/** Whether a subscriber who left can undo this with their leave link. */
export const canUndo = ({ state, leftAt }: Departure, now: Date): boolean =>
  state === 'unsubscribed' && leftAt !== null && now.getTime() - leftAt.getTime() < undoWithinMs

const goneForMs = 30 * dayMs

/** Whether the confirmation of a subscriber counts as joining. After a short absence it counts as a return. */
export const isJoining = ({ state, leftAt }: Departure, now: Date): boolean =>
  state !== 'active' && (!leftAt || now.getTime() - leftAt.getTime() > goneForMs)
