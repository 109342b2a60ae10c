import { expect, test } from 'vitest'
import { plainText } from '../../../cms/features/content/editing/ui/content-data.ts'
import {
  addUnsaved,
  adoptUnsaved,
  dropUnsaved,
  maxUnsaved,
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

test('the newest change of each text is stored', () => {
  const list = [entry('hero.title', 'a'), entry('hero.lead', 'b')].reduce(addUnsaved, [])
  expect(addUnsaved(list, entry('hero.title', 'c')).map(({ data }) => plainText(data))).toEqual([
    'b',
    'c',
  ])
})

test('texts with the same id on two pages are stored separately', () => {
  const list = [entry('hero.title', 'a'), entry('hero.title', 'b', 'beer')].reduce(addUnsaved, [])
  expect(dropUnsaved(list, 'cafe', 'hero.title')).toEqual([entry('hero.title', 'b', 'beer')])
})

test('the list of unsaved changes has a maximum length', () => {
  const many = Array.from({ length: 30 }, (_, index) => entry(`a.${index}`, 'x'))
  expect(many.reduce(addUnsaved, [])).toHaveLength(maxUnsaved)
})

test('invalid stored entries are dropped', () => {
  expect(parseUnsaved({ a: 1 })).toEqual([])
  const text = entry('a.b', 'c')
  const data = { media: 3, alt: 'A table', focal: { x: 50, y: 50 } }
  const picture = { ...entry('pictures.picture_1', ''), data, start: data }
  expect(parseUnsaved([null, { id: 'x' }, text, { ...text, data: null }, picture])).toEqual([
    text,
    picture,
  ])
})

test('changes of closed tabs are adopted and marked as not sent', () => {
  const stored = ['alive', 'gone', 'ours'].map((tab, index) => ({
    ...entry(`a.${index}`, tab),
    tab,
    sent: true,
    discarded: true,
  }))
  const { ours, others } = adoptUnsaved(stored, 'ours', (tab) => tab === 'alive')
  expect(others).toEqual([stored[0]])
  expect(ours.map(({ data, ...rest }) => [plainText(data), rest.tab, rest.sent])).toEqual([
    ['gone', 'ours', false],
    ['ours', 'ours', false],
  ])
  expect(ours.map(({ discarded }) => discarded)).toEqual([false, false])
})
