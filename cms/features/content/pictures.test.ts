import { expect, test } from 'vitest'
import type { Venue } from '../venue/contract.ts'
import { type ChosenPictures, type PlacedPicture, withAllChosen } from './pictures.ts'

const picture = (id: number) => ({ id }) as PlacedPicture
const venueWith = (...ids: number[]) =>
  ({ heroImages: ids.length ? { '/cafe': ids.map(picture) } : {} }) as Venue
const shown = (venue: Venue, own: ChosenPictures, page = 'cafe') =>
  withAllChosen(venue, { '/cafe': { picture_1: picture(9) } }, page, own).heroImages['/cafe']?.map(
    ({ id }) => id,
  )

test.each<[string, number[], ChosenPictures, number[] | undefined]>([
  ['no picture was chosen', [1, 2, 3], {}, [1, 2, 3]],
  ['no picture was chosen and the venue has one', [1], {}, [1]],
  ['no picture was chosen and the venue has none', [], {}, undefined],
  ['picture 2 was chosen', [1, 2, 3], { picture_2: picture(7) }, [1, 7, 3]],
  ['picture 3 was chosen and the venue has one', [1], { picture_3: picture(7) }, [1, 1, 7]],
  ['picture 3 was chosen and the venue has none', [], { picture_3: picture(7) }, [7, 7, 7]],
  ['an unknown key was chosen', [1, 2], { picture_9: picture(7) }, [1, 2, 1]],
])('a page shows the expected pictures if %s', (_, ids, own, expected) =>
  expect(shown(venueWith(...ids), own)).toEqual(expected),
)

test('a picture chosen on one page does not replace the published picture of another page', () =>
  expect(shown(venueWith(1, 2, 3), { picture_1: picture(7) }, 'hall')).toEqual([9, 2, 3]))

test('withAllChosen() does not modify the given venue', () => {
  const venue = venueWith(1, 2, 3)
  shown(venue, { picture_1: picture(7) })
  expect(venue).toEqual(venueWith(1, 2, 3))
})
