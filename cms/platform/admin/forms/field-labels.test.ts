import { expect, test } from 'vitest'
import { labelsOf, nameOfChange } from './field-labels.ts'

const labels = labelsOf([
  { name: 'items', label: 'Items', fields: [{ name: 'price_cents', label: 'Price' }] },
])
const versions = [{ items: [{ id: 'a', name: 'Porridge', price_cents: 495 }] }]

test.each([
  [['items', 'a', 'price_cents'], 'Items › Porridge › Price'],
  [['items', 'a'], 'Items › Porridge'],
  [['items', 'gone'], 'Items › Gone'],
  [['items'], 'Items'],
])('a change at the path %j is named %s', (path, name) =>
  expect(nameOfChange(path, { labels, versions })).toBe(name),
)
