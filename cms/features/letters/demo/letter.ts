import { parseBody } from '../mail/body.ts'

type BodyNode = Record<string, unknown>

const text = (words: string): BodyNode => ({ type: 'text', text: words, format: 0 })
const paragraph = (words: string): BodyNode => ({ type: 'paragraph', children: [text(words)] })
const heading = (words: string): BodyNode => ({
  type: 'heading',
  tag: 'h2',
  children: [text(words)],
})
const block = (fields: BodyNode): BodyNode => ({ type: 'block', fields })

/** The letter of the demo venue's archive. */
export const demoLetter = {
  slug: 'the-long-table-is-back',
  subject: 'The long table is back',
  preheader: 'One table, sixty chairs, and a pot of something that took all day.',
  body: parseBody({
    root: {
      type: 'root',
      children: [
        paragraph('Hello {name|friend},'),
        paragraph(
          'The long table is back in the hall. One table, sixty chairs, and a pot of something that took all day. Sit where there’s room, pass the bread, and stay for the washing up if you like: whoever dries gets first pick of the crumble.',
        ),
        heading('What’s on'),
        block({ blockType: 'programme', area: null, interest: null, weeks: '2' }),
        block({ blockType: 'button', label: 'See all of it', url: '/calendar' }),
        heading('From the pot'),
        paragraph(
          'A penny in every pound you spend here goes to the Common Good. What it has paid for, receipt by receipt, is on its own page.',
        ),
        block({ blockType: 'button', label: 'Look into the pot', url: '/common-good' }),
        paragraph('See you at the table.'),
      ],
    },
  }),
}
