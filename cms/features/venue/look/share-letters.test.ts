import { expect, test } from 'vitest'
import { shareCard } from '../../content/share/card.ts'
import { eventCard } from '../../events/share/card.ts'
import {
  drawShareText,
  prepareShareText,
  requireShareText,
  shareTextWidth,
} from './share-letters.ts'

const lettersOf = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).filter(
    (letter) => /\p{L}/u.test(letter),
  )

test.each([
  ['Latin-1', 0xc0, 0xff],
  ['Latin Extended-A', 0x100, 0x17f],
  ['Greek', 0x386, 0x3ce],
  ['Cyrillic', 0x400, 0x45f],
])('all letters of %s are drawn', async (_, from, to) => {
  for (const letter of lettersOf(from, to)) {
    const text = await prepareShareText(letter)
    expect(text, letter).not.toBeNull()
    if (text) expect(shareTextWidth(text, text.text, 100), letter).toBeGreaterThan(10)
  }
})

test.each([
  ['Łódź', 'ŁÓDŹ'],
  ['Μουσική βραδιά', 'ΜΟΥΣΙΚΗ ΒΡΑΔΙΑ'],
  ['Вечер джаза', 'ВЕЧЕР ДЖАЗА'],
  ['Şişli', 'ŞIŞLI'],
  ['Cafe\u0301', 'CAFÉ'],
  ['Jazz 🎷 night', 'JAZZ NIGHT'],
  ['❤️ Soul', 'SOUL'],
  ['Come in,\nsit down', 'COME IN,\nSIT DOWN'],
])('%j is drawn as %j', async (typed, drawn) => {
  const text = await requireShareText(typed)
  expect(text.text).toBe(drawn)
  const paths = text.text.split('\n').map((line) => drawShareText(text, line, place))
  // Each letter and figure has an outline.
  expect(paths.join('').match(/ d="M/g)?.length).toBeGreaterThanOrEqual(
    drawn.replace(/[^\p{L}\p{N}]/gu, '').length,
  )
})
const place = { size: 100, x: 0, y: 100, fill: '#000' }

test.each(['موسيقى', 'ערב ג׳אז', '東京ナイト', '서울의 밤', '🎷🎺', 'Night 東京', '…', ''])(
  '%j is not drawn at all',
  async (typed) => expect(await prepareShareText(typed)).toBeNull(),
)

const pathsOf = (svg: string) => svg.match(/<path transform="translate/g)?.length ?? 0

test('the poster of an event whose title cannot be drawn has its date and the venue’s name', async () => {
  const when = await requireShareText('Thu 3 Dec, 7.30pm')
  const brand = await requireShareText('Przystań')
  const poster = { room: 'hall', interest: undefined, seed: 1, when, brand } as const
  const withoutTitle = pathsOf(eventCard({ ...poster, title: null }))
  const withoutTexts = pathsOf(
    eventCard({ ...poster, title: null, brand: null, when: { text: '', fonts: new Map() } }),
  )
  expect(withoutTitle - withoutTexts).toBe('Thu 3 Dec, 7.30pm'.length + 'Przystań'.length)
})

test('a page’s share image has the name of its venue, also in the place of the title', async () => {
  const brand = await requireShareText('Στέκι')
  const title = await requireShareText('Come in')
  const none = pathsOf(await shareCard('cafe', { title: null, brand: null, small: null }))
  expect(pathsOf(await shareCard('cafe', { title, brand, small: null })) - none).toBe(5 + 7)
  expect(pathsOf(await shareCard('cafe', { title: null, brand, small: null })) - none).toBe(5)
})
