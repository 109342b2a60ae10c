import type { Field } from 'payload'
import { timeSlots } from '../../cms/members/profile/rules.ts'
import { interests } from '../../cms/newsletter/rules.ts'
import type { AudienceKind, AudienceList } from '../../cms/nudges/rules.ts'
import { beerStyles, venueAreas } from '../../cms/venue/rules.ts'
import { shownBy } from './admin.ts'
import { ownTopicNames } from './own-topics.ts'
import { isDraft } from './sent-record.ts'

const onlyFor =
  (kind: AudienceKind) =>
  (data: { state?: string; audience?: string } | undefined): boolean =>
    isDraft(data) && data?.audience === kind

const choices = (name: AudienceList, label: string, options: readonly string[]): Field => ({
  name,
  label,
  type: 'select',
  hasMany: true,
  options: [...options],
  admin: { condition: onlyFor('chosen'), ...shownBy('admin/fields/ChoicesField') },
})

/** Whom a nudge is for, see `Audience` in cms/nudges/rules.ts. */
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
      { value: 'person', label: 'One person' },
    ] satisfies { value: AudienceKind; label: string }[],
    admin: {
      condition: isDraft,
      description:
        'People who chose no topics count as interested in all. Rooms, times and beers match only those who told us theirs.',
      ...shownBy('admin/fields/ChoiceField'),
    },
  },
  choices('interests', 'Interested in one of', interests),
  {
    // Names of topics of the venue.
    name: 'own_topics',
    label: 'Interested in one of your own topics',
    type: 'json',
    defaultValue: [],
    validate: ownTopicNames,
    admin: { condition: onlyFor('chosen'), ...shownBy('venue/admin/TopicsField') },
  },
  choices('areas', 'Favourite room is one of', venueAreas),
  choices('time_slots', 'Comes at one of these times', timeSlots),
  choices('beer_styles', 'Likes one of these beers', beerStyles),
  {
    name: 'person',
    label: 'Member',
    type: 'relationship',
    relationTo: 'members',
    admin: { condition: onlyFor('person'), ...shownBy('nudges/admin/PersonField') },
  },
]
