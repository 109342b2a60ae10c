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
  ['nothing was chosen', [1, 2, 3], {}, [1, 2, 3]],
  ['nothing was chosen for a short set', [1], {}, [1]],
  ['nothing is there', [], {}, undefined],
  ['one was chosen', [1, 2, 3], { picture_2: picture(7) }, [1, 7, 3]],
  ['one was chosen behind a short set', [1], { picture_3: picture(7) }, [1, 1, 7]],
  ['one was chosen where there is no set', [], { picture_3: picture(7) }, [7, 7, 7]],
  ['a key is no place', [1, 2], { picture_9: picture(7) }, [1, 2, 1]],
])('if %s the page shows its existing picture', (_, ids, own, expected) =>
  expect(shown(venueWith(...ids), own)).toEqual(expected),
)

test('other pages show the published picture of a page', () =>
  expect(shown(venueWith(1, 2, 3), { picture_1: picture(7) }, 'hall')).toEqual([9, 2, 3]))

test('the shared venue object is not modified', () => {
  const venue = venueWith(1, 2, 3)
  shown(venue, { picture_1: picture(7) })
  expect(venue).toEqual(venueWith(1, 2, 3))
})
