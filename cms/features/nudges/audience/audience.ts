import type { TimeSlot } from '../../members/profile/rules.ts'
import { interests } from '../../newsletter/rules.ts'
import { type Audience, preferredSlots } from '../rules.ts'

/** The facts in a member's profile and subscription that decide who gets a nudge. */
export type MemberFacts = {
  /** The interests in the profile and the newsletter subscription, and the own topics in the subscription. */
  topics: readonly string[]
  areas: readonly string[]
  time_slots: readonly TimeSlot[]
  beer_styles: readonly string[]
}

/** The properties of a device that decide whether it gets a nudge. */
export type DeviceFacts = {
  /** The active member who owns the device; null if there is none. */
  member: number | null
  /** What was chosen on the device. Null means no choice, which differs from an empty choice. */
  topics: readonly string[] | null
  time_slots: readonly TimeSlot[] | null
  /** What the member told us; null without a member. */
  memberFacts: MemberFacts | null
}

/** The time slots that somebody prefers. */
export const slotsOf = ({ time_slots, memberFacts }: DeviceFacts): readonly TimeSlot[] =>
  preferredSlots(time_slots, memberFacts?.time_slots ?? null)

/**
 * Removes topics that no longer exist from the topics that somebody chose. Interests always exist; the venue can remove
 * its own topics.
 * @param chosen null if nothing was chosen
 * @returns null if nothing was chosen, or if none of the chosen topics exists any more
 */
export function existingTopics(
  chosen: readonly string[] | null,
  venueTopics: readonly string[],
): string[] | null {
  const existing = chosen?.filter((name) => isInterest(name) || venueTopics.includes(name))
  return existing && (existing.length || !chosen?.length) ? existing : null
}

const isInterest = (name: string) => (interests as readonly string[]).includes(name)

/** The topics that somebody chose on the device, else as a member; null if nothing was chosen. */
export const topicsOf = ({ topics, memberFacts }: DeviceFacts): readonly string[] | null =>
  topics ?? (memberFacts?.topics.length ? memberFacts.topics : null)

/**
 * Whether a device belongs to an audience. In a `chosen` audience, every list that has entries must match. A list
 * matches if one of its entries matches. Interests and own topics count as one list, as in letters. A person who never
 * chose topics matches all topics. A person who chose no topic matches none. Areas, time slots and beer styles match
 * only people who told us theirs.
 */
export function isInAudience(audience: Audience, device: DeviceFacts): boolean {
  switch (audience.audience) {
    case 'everyone':
      return true
    case 'members':
      return device.member !== null
    case 'person':
      return device.member !== null && device.member === audience.person
    case 'chosen': {
      const chosen = topicsOf(device)
      return (
        (chosen === null || matches(topicsIn(audience), chosen)) &&
        matches(audience.areas, device.memberFacts?.areas ?? []) &&
        matches(audience.time_slots, slotsOf(device)) &&
        matches(audience.beer_styles, device.memberFacts?.beer_styles ?? [])
      )
    }
  }
}

/** Why somebody got a nudge, as a sentence for them. */
export function whyText(audience: Audience, device: DeviceFacts): string {
  switch (audience.audience) {
    case 'everyone':
      return 'It went to everybody who gets nudges.'
    case 'members':
      return 'It went to all members.'
    case 'person':
      return 'It went to you alone.'
    case 'chosen':
      return whyChosen(audience, device)
  }
}

/**
 * Why somebody got a letter, as a sentence for them.
 * @param about the topics that the letter was for; empty if it was for everybody
 * @param chosen the subscriber's topics
 */
export function whyLetter(about: readonly string[], chosen: readonly string[]): string {
  const both = intersectionOf(about, chosen)
  if (both.length) return `You’re interested in ${listOf(both)}.`
  return about.length
    ? `It was about ${listOf(about)}, which you had chosen then.`
    : 'It went to everybody who gets letters.'
}

function whyChosen(audience: Audience, device: DeviceFacts): string {
  const topics = topicsIn(audience)
  const { memberFacts } = device
  const reasons = [
    ['You’re interested in', intersectionOf(topics, topicsOf(device) ?? [])],
    ['You like to be in', intersectionOf(audience.areas, memberFacts?.areas ?? [])],
    [
      'You prefer these times:',
      intersectionOf(audience.time_slots, slotsOf(device)).map(lowerCase),
    ],
    ['You like', intersectionOf(audience.beer_styles, memberFacts?.beer_styles ?? [])],
  ] as const
  const sentences = reasons.flatMap(([begin, names]) =>
    names.length ? `${begin} ${listOf(names)}.` : [],
  )
  if (sentences.length) return sentences.join(' ')
  return topics.length
    ? `It was about ${listOf(topics)}, and you haven’t told us what you’d rather hear about.`
    : 'It fitted what you told us then.'
}

const topicsIn = ({ interests, own_topics }: Audience) => [...interests, ...own_topics]

const matches = (wanted: readonly string[], chosen: readonly string[]) =>
  !wanted.length || intersectionOf(wanted, chosen).length > 0

const intersectionOf = (wanted: readonly string[], chosen: readonly string[]) =>
  wanted.filter((each) => chosen.includes(each))

const lowerCase = (text: string) => text.toLowerCase()

const lists = new Intl.ListFormat('en-GB')
const listOf = (names: readonly string[]) => lists.format(names)
