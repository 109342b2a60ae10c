import type { Field, SelectField } from 'payload'
import { shownBy } from '../../platform/payload/fields/admin.ts'
import { isDraft } from '../../platform/payload/fields/sent-record.ts'
import { timeSlots } from '../members/profile/rules.ts'
import { interests } from '../newsletter/rules.ts'
import { validateOwnTopicNames } from '../venue/own-topics-field.ts'
import { beerStyles, venueAreas } from '../venue/rules.ts'
import { nudgeLists, nudgePerson } from './collection-hooks.ts'
import type { AudienceKind, AudienceList } from './rules.ts'

const onlyFor =
  (kind: AudienceKind) =>
  (data: { state?: string; audience?: string } | undefined): boolean =>
    isDraft(data) && data?.audience === kind

const choices = (
  name: AudienceList,
  label: string,
  options: readonly string[],
  description: string,
): SelectField => ({
  name,
  label,
  type: 'select',
  hasMany: true,
  options: [...options],
  admin: {
    condition: onlyFor('chosen'),
    description,
    ...shownBy('platform/admin/fields/ChoicesField'),
  },
})

const combined = 'In addition to the other lists. Matches only people who told us theirs.'

/** Whom a nudge is for, see `Audience` in cms/features/nudges/rules.ts. */
export const nudgeAudience: Field[] = [
  {
    name: 'audience',
    label: 'Who gets it',
    type: 'select',
    required: true,
    defaultValue: 'everyone',
    options: [
      { value: 'everyone', label: 'Everyone' },
      { value: 'members', label: 'Members' },
      { value: 'chosen', label: 'People who chose…' },
      { value: 'person', label: 'One member' },
    ] satisfies { value: AudienceKind; label: string }[],
    admin: {
      condition: isDraft,
      ...shownBy('platform/admin/fields/ChoiceField'),
    },
  },
  {
    ...choices(
      'interests',
      'Interested in one of',
      interests,
      'People who chose no topics count as interested in all. Admins add topics of the venue’s own under Venue & hours.',
    ),
    validate: nudgeLists,
  } as SelectField,
  {
    // Names of topics of the venue.
    name: 'own_topics',
    label: 'Or in one of the venue’s own topics',
    type: 'json',
    defaultValue: [],
    validate: validateOwnTopicNames,
    admin: { condition: onlyFor('chosen'), ...shownBy('features/venue/admin/TopicsField') },
  },
  choices('areas', 'And whose favourite room is one of', venueAreas, combined),
  choices('time_slots', 'And who come at one of these times', timeSlots, combined),
  choices('beer_styles', 'And who like one of these beers', beerStyles, combined),
  {
    name: 'person',
    label: 'Member',
    type: 'relationship',
    relationTo: 'members',
    validate: nudgePerson,
    admin: { condition: onlyFor('person'), ...shownBy('features/nudges/admin/PersonField') },
  },
]
