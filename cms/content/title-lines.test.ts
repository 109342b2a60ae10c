import { describe, expect, test } from 'vitest'
import { titleLines } from './title-lines.ts'

// Every character is half an em wide.
const lay = (text: string) => titleLines(text, (part) => part.length / 2)

describe('a title', () => {
  test('keeps its own line breaks if the lines fit', () => {
    expect(lay('Twelve\ntaps')).toEqual({
      lines: ['Twelve', 'taps'],
      widths: { '--line': 3, '--word': 3, '--all': 5.5 },
      isLong: false,
      isFull: true,
    })
    expect(lay('What a nice\nbar').isFull).toBe(false)
  })

  test('is otherwise broken into lines of similar width', () => {
    const { lines, widths, isLong } = lay('A very long evening of beer and songs')
    expect(lines).toEqual(['A very long', 'evening of', 'beer and songs'])
    expect(widths).toEqual({ '--line': 7, '--word': 3.5, '--all': 7 })
    expect(isLong).toBe(true)
  })

  test('has wider lines if it would have too many', () => {
    const { lines } = lay(Array(30).fill('word').join(' '))
    expect(lines.length).toBeLessThanOrEqual(6)
  })

  test('keeps a long word and an empty text whole', () => {
    expect(lay('Llanfairpwllgwyngyllgogerychwyrndrobwll').lines).toHaveLength(1)
    expect(lay('')).toMatchObject({ lines: [''], widths: { '--line': 1 } })
  })
})
