import { longestAddress } from '../mail/rules.ts'

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

/** Kinds of mail that only active subscribers get. */
export const letterKinds = ['welcome', 'birthday', 'letter']

/** Source: spec section 9, "Birthday days". */
export const birthdayDays = 31
/** Days of each month, of February in a leap year. */
const daysOfMonth = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const
export const birthdayMonths = daysOfMonth.length

/**
 * - `pending`: has not confirmed the address yet
 * - `active`: gets letters
 * - `unsubscribed`: wants none
 * - `bounced`, `complained`: gets none, whatever was agreed before
 */
export const subscriberStates = [
  'pending',
  'active',
  'unsubscribed',
  'bounced',
  'complained',
] as const
export type SubscriberState = (typeof subscriberStates)[number]

/** Longest texts of a sign-up, in characters. */
export const longest = { name: 120, email: longestAddress, phone: 40 } as const

const dayMs = 24 * 60 * 60_000
/** How long a link that confirms an address works; an address nobody confirms is dropped then. */
export const confirmWithinMs = 7 * dayMs
/** How long a pause lasts. */
export const pauseMs = 30 * dayMs
/** For how long leaving can be undone. */
export const undoWithinMs = 30 * dayMs
/** A further sign-up for an address is the same one within this time, and gets no second mail. */
export const sameSignUpMs = 60_000
/** No person fills the form in faster. */
export const fastestPersonMs = 1000

/** What the form says in passing. Source: spec sections 5 and 8. */
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

export type RequiredField = 'name' | 'email' | 'consent'

/** Of what is required, what a filled-in form lacks, in its order. */
export function missingFields(form: FormData): RequiredField[] {
  const fields: RequiredField[] = ['name', 'email', 'consent']
  return fields.filter((field) => !String(form.get(field) ?? '').trim())
}

/** What is said of a phone number, and of a birthday, that can't be one. */
export const detailFaults = {
  phone: 'Write a phone number, for example +44 114 496 0184.',
  birthday: 'There is no such day: a birthday is a day and its month, for example 7/11.',
} as const

export const isPhone = (text: string): boolean =>
  /^\+?[\d\s()./-]{5,40}$/.test(text) && /^\d{5,15}$/.test(text.replace(/\D/g, ''))

/**
 * The day of a birthday as it is sent: `day/month`, both as numbers.
 * @returns null unless both are chosen
 */
export function birthdayOf(form: FormData): string | null {
  const [day, month] = ['birthday_day', 'birthday_month'].map((name) => form.get(name))
  return day && month ? `${day}/${month}` : null
}

/** A birthday as it was sent, or null where the year has no such day. */
export function parseBirthday(text: string): { day: number; month: number } | null {
  const [, day, month] = (/^(\d{1,2})\/(\d{1,2})$/.exec(text) ?? []).map(Number)
  if (!day || !month || day > (daysOfMonth[month - 1] ?? 0)) return null
  return { day, month }
}

/** Which of the details in a filled-in form can't be what it should be; null where none is so. */
export function faultyDetail(form: FormData): keyof typeof detailFaults | null {
  const phone = String(form.get('phone') ?? '').trim()
  const birthday = birthdayOf(form)
  if (phone && !isPhone(phone)) return 'phone'
  return birthday && !parseBirthday(birthday) ? 'birthday' : null
}

/** Whether somebody gets letters at a moment. */
export const getsLetters = (
  { state, pausedUntil }: { state: SubscriberState; pausedUntil: Date | null },
  now: Date,
): boolean => state === 'active' && (!pausedUntil || pausedUntil <= now)
