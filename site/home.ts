import type { OpenPage } from '../cms/features/content/page.ts'
import type { OwnReservations } from '../cms/features/dashboard/home.ts'
import { inWords } from '../cms/features/dashboard/rules.ts'
import { eventPath } from '../cms/features/events/rules.ts'
import type { Profile } from '../cms/features/members/profile/contract.ts'
import { dayInWords, startInWords, upcomingDates } from './events.ts'
import { tapsOf } from './listings.ts'
import { areaKey } from './opening.ts'

/** Something that a member may like. `reason`: which of their choices it is about. */
export type Suggestion = { reason: string; title: string; about: string; href: string }

/** A beer of the member’s styles that pours now, and the next event of their interests or areas that they have not reserved. */
export async function suggestionsOf(
  page: OpenPage,
  locals: App.Locals,
  { interests, favourite_areas, beer_styles }: Profile,
  reserved: OwnReservations,
): Promise<Suggestion[]> {
  const say = (key: string) => page.global('tiles', key)
  const taps = (await tapsOf(page, locals)).filter(({ status }) => status === 'pouring')
  const tap = taps.find(({ style }) => beer_styles.some((each) => each === style))
  const own = new Set(reserved.map(({ subject }) => subject.id))
  const dates = (await upcomingDates(page, locals, { limit: 36 })).filter(({ id }) => !own.has(id))
  const interestOf = (date: (typeof dates)[number]) =>
    date.interests.find((each) => interests.includes(each))
  const areaOf = (date: (typeof dates)[number]) =>
    date.areas.find((each) => favourite_areas.includes(each))
  const date = dates.find(interestOf) ?? dates.find(areaOf)
  const [interest, area] = [date && interestOf(date), date && areaOf(date)]
  return [
    ...(tap
      ? [
          {
            reason: tap.number
              ? say('suggest_tap').replace('{n}', inWords(tap.number))
              : say('suggest_taps').replace('{style}', tap.style),
            title: tap.name,
            about: `${tap.style}, ${tap.brewery}`,
            href: '/beer#taps',
          },
        ]
      : []),
    ...(date && (interest || area)
      ? [
          {
            reason: interest
              ? say('suggest_interest').replace('{interest}', interest)
              : say('suggest_area').replace(
                  '{area}',
                  page.global('areas', areaKey(area ?? 'Cafe')),
                ),
            title: date.title,
            about: `${dayInWords(page, date.day)}, ${startInWords(page, date)}`,
            href: eventPath(date.slug),
          },
        ]
      : []),
  ]
}
