import { parseBody } from '../../letters/mail/body.ts'
import type { AutomationKind } from '../rules.ts'

type BodyNode = Record<string, unknown>

const textNode = (text: string): BodyNode => ({ type: 'text', text, format: 0 })
const paragraph = (text: string): BodyNode => ({ type: 'paragraph', children: [textNode(text)] })
const heading = (text: string): BodyNode => ({
  type: 'heading',
  tag: 'h2',
  children: [textNode(text)],
})
const list = (...items: string[]): BodyNode => ({
  type: 'list',
  listType: 'bullet',
  children: items.map((text) => ({ type: 'listitem', children: [textNode(text)] })),
})
const button = (label: string, url: string): BodyNode => ({
  type: 'block',
  fields: { blockType: 'button', label, url },
})
const body = (...children: BodyNode[]) => parseBody({ root: { type: 'root', children } })

/** The automatic letters of the demo venue, with placeholders. */
export const automations: Record<
  AutomationKind,
  { on: boolean; subject: string; preheader: string; body: ReturnType<typeof body> }
> = {
  welcome: {
    on: true,
    subject: 'You’re in, {name|friend}',
    preheader: 'One letter a month, and the kettle’s on in the meantime.',
    body: body(
      paragraph('Hello {name|friend},'),
      paragraph(
        'That’s the paperwork done. About once a month you’ll get our letter: what’s on in the hall, what’s new on tap and in the kitchens, and what the Common Good pot has paid for.',
      ),
      paragraph('The Common Room is yours too, from today. Sign in with this email address.'),
      button('To the Common Room', '/common-room'),
      heading('In the meantime'),
      list(
        'Come on in. Everybody’s welcome, from the first coffee to last orders.',
        'You’ll find us at {address}.',
        'Want us to keep you a table? Ring {phone}.',
      ),
      button('See what’s on in the hall', '/hall'),
      paragraph(
        'At the foot of every letter there’s a link to leave, take a break for thirty days, or choose what we write about. One click, no questions asked.',
      ),
      paragraph('See you at the long table,'),
      paragraph('Aoife and everybody at {product}'),
    ),
  },
  birthday: {
    on: true,
    subject: 'Happy birthday, {name|friend}',
    preheader: 'There’s a slice of cake with your name on it.',
    body: body(
      paragraph('Happy birthday, {name|friend}!'),
      paragraph(
        'Come in this week and tell whoever’s behind the counter. There’s a slice of today’s cake for you, on the house, with a candle in it if you insist. Bring somebody to sing.',
      ),
      button('See what’s on the counter', '/cafe'),
      paragraph('All the best from everybody at {product}'),
      paragraph(
        'We send this once a year, because you told us the date. Changed your mind? Use the link below.',
      ),
    ),
  },
}
