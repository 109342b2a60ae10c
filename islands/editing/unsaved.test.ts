import { expect, test } from 'vitest'
import { dropUnsaved, keepUnsaved, mostUnsaved, parseUnsaved, type Unsaved } from './unsaved.ts'

const entry = (id: string, text: string, page = 'cafe'): Unsaved => ({
  id,
  page,
  path: `/${page}`,
  data: { text },
  start: { text: '' },
  revision: null,
})

test('the newest of each text is kept', () => {
  const list = [entry('hero.title', 'a'), entry('hero.lead', 'b')].reduce(keepUnsaved, [])
  expect(keepUnsaved(list, entry('hero.title', 'c')).map(({ data }) => data.text)).toEqual([
    'b',
    'c',
  ])
})

test('the same name on another page is another text', () => {
  const list = [entry('hero.title', 'a'), entry('hero.title', 'b', 'beer')].reduce(keepUnsaved, [])
  expect(dropUnsaved(list, 'cafe', 'hero.title')).toEqual([entry('hero.title', 'b', 'beer')])
})

test('it does not grow without end', () => {
  const many = Array.from({ length: 30 }, (_, index) => entry(`a.${index}`, 'x'))
  expect(many.reduce(keepUnsaved, [])).toHaveLength(mostUnsaved)
})

test('what is no list of texts is none; what was on its way did not arrive', () => {
  expect(parseUnsaved({ a: 1 })).toEqual([])
  const kept = { ...entry('a.b', 'c'), sent: false }
  expect(parseUnsaved([null, { id: 'x' }, { ...kept, sent: true }])).toEqual([kept])
})
