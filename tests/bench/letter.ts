import { bodyOf } from '../support/letters.ts'

const paragraph = 'The hall is open again. '.repeat(12)

/** A letter of the usual length, with the links it usually has. */
export const usualLetter = {
  subject: 'What is on, {name|neighbour}',
  body: bodyOf(
    ['Hello {name|neighbour},', ...Array<string>(8).fill(paragraph)],
    ['/cafe', '/hall', '/beer', 'https://example.com/tickets', 'https://example.com/map'],
  ),
}
