import { describe, expect, test } from 'vitest'
import { titleLines } from './title-lines.ts'

// Every character is half an em wide.
const linesOf = (text: string) => titleLines(text, (part) => part.length / 2)

describe('a title', () => {
  test('keeps its line breaks if the lines fit', () => {
    expect(linesOf('Twelve\ntaps')).toEqual({
      lines: ['Twelve', 'taps'],
      widths: { '--line': 3, '--word': 3, '--all': 5.5 },
      isLong: false,
      isFull: true,
    })
    expect(linesOf('What a nice\nbar').isFull).toBe(false)
  })

  test('that does not fit is broken into lines of similar width', () => {
    const { lines, widths, isLong } = linesOf('A very long evening of beer and songs')
    expect(lines).toEqual(['A very long', 'evening of', 'beer and songs'])
    expect(widths).toEqual({ '--line': 7, '--word': 3.5, '--all': 7 })
    expect(isLong).toBe(true)
  })

  test('has wider lines if it would otherwise have too many lines', () => {
    const { lines } = linesOf(Array(30).fill('word').join(' '))
    expect(lines.length).toBeLessThanOrEqual(6)
  })

  test('of one long word, or without text, has one line', () => {
    expect(linesOf('Llanfairpwllgwyngyllgogerychwyrndrobwll').lines).toHaveLength(1)
    expect(linesOf('')).toMatchObject({ lines: [''], widths: { '--line': 1 } })
  })
})
