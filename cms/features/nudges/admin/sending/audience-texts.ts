import type { FoundPerson } from '../../../../platform/admin/shell/PersonSearch.tsx'
import { formatNumber } from '../../../../platform/ui/format-number.ts'
import type { CountReply, NudgeFields } from '../../contract.ts'
import { formatDeviceCount, formatMorePeople, formatPeopleCount } from '../../format-counts.ts'
import type { AudienceKind } from '../../rules.ts'

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** `12 people on 15 devices` */
export const describeRecipients = ({ people, devices }: CountReply): string =>
  `${formatPeopleCount(people)} on ${formatDeviceCount(devices)}`

const windowViewerTexts: Record<AudienceKind, string> = {
  everyone: 'whoever has the site open',
  members: 'members who have the site open',
  chosen: 'those to whom all of this applies and who have the site open',
  person: 'the windows of the site that they have open',
}

/** Who sees a nudge in open windows of the site, in addition to the people who get a push. */
export const describeWindows = (audience: AudienceKind): string => windowViewerTexts[audience]

/** Who would get a nudge now, in sentences. */
export const describeCount = (count: CountReply, audience: AudienceKind): string =>
  [describeReach, describeCapped, describeQuiet, describeTooQuiet]
    .map((sentence) => sentence(count, audience))
    .filter(Boolean)
    .join(' ')

function describeReach(count: CountReply, audience: AudienceKind): string {
  if (count.devices) return `Would go to ${describeRecipients(count)}.`
  // The caps also apply to open windows.
  if (audience === 'person' && count.capped) return 'They would not get it.'
  return `No device would get it, only ${windowViewerTexts[audience]}.`
}

function describeCapped({ capped }: CountReply, audience: AudienceKind): string {
  if (!capped) return ''
  if (audience === 'person') return 'They had enough nudges lately.'
  const people = capital(formatMorePeople(capped))
  return `${people} had enough nudges lately and ${capped === 1 ? 'is' : 'are'} left out.`
}

function describeQuiet({ quiet }: CountReply, audience: AudienceKind): string {
  if (!quiet) return ''
  if (audience === 'person') return 'They have quiet hours and get it afterwards.'
  return quiet === 1
    ? 'One of them has quiet hours and gets it afterwards.'
    : `${formatNumber(quiet)} of them have quiet hours and get it afterwards.`
}

function describeTooQuiet({ too_quiet }: CountReply, audience: AudienceKind): string {
  if (!too_quiet) return ''
  if (audience === 'person') return 'Their quiet hours last longer than it is valid.'
  const people = capital(formatMorePeople(too_quiet))
  return `${people} ${too_quiet === 1 ? 'has' : 'have'} quiet hours that last longer than it is valid.`
}

const orList = new Intl.ListFormat('en-GB', { type: 'disjunction' })
const andList = new Intl.ListFormat('en-GB')

/** A member's name and email address, or only the address if the name is unknown. */
export const describePerson = ({ name, email }: FoundPerson): string =>
  name ? `${name}, ${email}` : email

/**
 * Describes the whole audience of a nudge.
 * @param person the member who gets the nudge; null if it is not for one member, or the member is not known
 */
export function describeAudience(fields: NudgeFields, person: FoundPerson | null): string {
  switch (fields.audience) {
    case 'everyone':
      return 'Everyone'
    case 'members':
      return 'Members'
    case 'person':
      return person ? describePerson(person) : 'One member'
    case 'chosen':
      return `People who ${andList.format(conditionsOf(fields))}`
  }
}

const slotWords: Record<string, string> = {
  Morning: 'in the morning',
  Afternoon: 'in the afternoon',
  Evening: 'in the evening',
  'Late Night': 'late at night',
}

const conditionsOf = ({ interests, own_topics, areas, time_slots, beer_styles }: NudgeFields) =>
  [
    ['are interested in', [...interests, ...own_topics]],
    ['like to be in', areas],
    ['come', time_slots.map((slot) => slotWords[slot] ?? slot)],
    ['drink', beer_styles],
  ].flatMap(([verb, names]) => (names?.length ? `${verb} ${orList.format(names as string[])}` : []))
