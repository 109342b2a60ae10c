import { describe, expect, test } from 'vitest'
import type { CountReply, NudgeFields } from '../../contract.ts'
import { describeAudience, describeCount } from './audience-texts.ts'

const count: CountReply = { devices: 15, people: 12, capped: 0, quiet: 0, too_quiet: 0 }

describe('the count of an audience', () => {
  test('says how many people and devices there are', () => {
    expect(describeCount(count, 'everyone')).toBe('Would go to 12 people on 15 devices.')
    expect(describeCount({ ...count, devices: 1, people: 1 }, 'members')).toBe(
      'Would go to one person on one device.',
    )
  })

  test('says how many people are left out and how many get the nudge later', () => {
    expect(describeCount({ ...count, capped: 1, quiet: 3 }, 'everyone')).toBe(
      'Would go to 12 people on 15 devices. One more person had enough nudges lately and is left out. 3 of them have quiet hours and get it afterwards.',
    )
    expect(describeCount({ ...count, too_quiet: 2 }, 'everyone')).toBe(
      'Would go to 12 people on 15 devices. 2 more people have quiet hours that last longer than it is valid.',
    )
  })

  test('says that only open windows show the nudge if there are no devices', () => {
    const nobody = { ...count, devices: 0, people: 0 }
    expect(describeCount(nobody, 'everyone')).toBe(
      'No device would get it, only whoever has the site open.',
    )
    expect(describeCount(nobody, 'members')).toBe(
      'No device would get it, only members who have the site open.',
    )
  })

  test('uses the wording for one person if the nudge goes to one person', () => {
    expect(describeCount({ ...count, devices: 2, people: 1, quiet: 1 }, 'person')).toBe(
      'Would go to one person on 2 devices. They have quiet hours and get it afterwards.',
    )
    expect(describeCount({ ...count, devices: 0, people: 0, capped: 1 }, 'person')).toBe(
      'They would not get it. They had enough nudges lately.',
    )
  })
})

describe('an audience in words', () => {
  const fields: NudgeFields = {
    title: '',
    text: '',
    link: '',
    icon: null,
    audience: 'chosen',
    interests: [],
    own_topics: [],
    areas: [],
    time_slots: [],
    beer_styles: [],
    person: null,
    urgent: false,
    event_date: null,
    ttl_minutes: 60,
  }

  test.each<[Partial<NudgeFields>, string]>([
    [{ audience: 'everyone' }, 'Everyone'],
    [{ audience: 'members' }, 'Members'],
    [{ interests: ['Film & Cinema'] }, 'People who are interested in Film & Cinema'],
    [
      { interests: ['Film & Cinema'], own_topics: ['Pop-ups', 'Chess'] },
      'People who are interested in Film & Cinema, Pop-ups or Chess',
    ],
    [
      { beer_styles: ['Saison'], time_slots: ['Evening', 'Late Night'] },
      'People who come in the evening or late at night and drink Saison',
    ],
    [
      { own_topics: ['Chess'], areas: ['Cafe', 'Beer Hall'], time_slots: ['Morning'] },
      'People who are interested in Chess, like to be in Cafe or Beer Hall and come in the morning',
    ],
  ])('%j is described as “%s”', (chosen, text) =>
    expect(describeAudience({ ...fields, ...chosen }, null)).toBe(text),
  )

  test('names one member with the email address, or says “One member” if the viewer may not read members', () => {
    const toOne: NudgeFields = { ...fields, audience: 'person', person: 7 }
    const mo = { id: 7, name: 'Mo', email: 'mo@example.org' }
    expect(describeAudience(toOne, mo)).toBe('Mo, mo@example.org')
    expect(describeAudience(toOne, { ...mo, name: null })).toBe('mo@example.org')
    expect(describeAudience(toOne, null)).toBe('One member')
  })
})
