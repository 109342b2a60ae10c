import { expect, test } from 'vitest'
import { wordsOf } from '../state/content-data.ts'
import {
  adoptUnsaved,
  dropUnsaved,
  keepUnsaved,
  mostUnsaved,
  parseUnsaved,
  type Unsaved,
} from './unsaved.ts'

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
  expect(keepUnsaved(list, entry('hero.title', 'c')).map(({ data }) => wordsOf(data))).toEqual([
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

test('what is no list of texts and pictures is none', () => {
  expect(parseUnsaved({ a: 1 })).toEqual([])
  const text = entry('a.b', 'c')
  const data = { media: 3, alt: 'A table', focal: { x: 50, y: 50 } }
  const picture = { ...entry('pictures.picture_1', ''), data, start: data }
  expect(parseUnsaved([null, { id: 'x' }, text, { ...text, data: null }, picture])).toEqual([
    text,
    picture,
  ])
})

test('what was left in tabs that are gone is taken over, and is not on its way any more', () => {
  const stored = ['alive', 'gone', 'ours'].map((tab, index) => ({
    ...entry(`a.${index}`, tab),
    tab,
    sent: true,
  }))
  const { ours, others } = adoptUnsaved(stored, 'ours', (tab) => tab === 'alive')
  expect(others).toEqual([stored[0]])
  expect(ours.map(({ data, tab, sent }) => [wordsOf(data), tab, sent])).toEqual([
    ['gone', 'ours', false],
    ['ours', 'ours', false],
  ])
})
