import { expect, test } from 'vitest'
import { prepareShareText } from '../venue/look/share-letters.ts'
import { nameLines } from './draw-year.ts'

const linesOf = async (name: string) => {
  const text = await prepareShareText(name)
  if (!text) throw new Error('a font has these letters')
  return nameLines(text).lines
}

test('a long word of a name stays whole while it can be read', async () => {
  expect(await linesOf('Marguerite Featherstonehaugh')).toEqual(['MARGUERITE', 'FEATHERSTONEHAUGH'])
})

test('a word that is too long for a line is split', async () => {
  expect((await linesOf('A'.repeat(60))).length).toBeGreaterThan(1)
})
