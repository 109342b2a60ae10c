import { parseBody } from '../../letters/body.ts'
import type { AutomationKind } from '../rules.ts'

type Node = Record<string, unknown>

const words = (text: string): Node => ({ type: 'text', text, format: 0 })
const paragraph = (text: string): Node => ({ type: 'paragraph', children: [words(text)] })
const heading = (text: string): Node => ({ type: 'heading', tag: 'h2', children: [words(text)] })
const list = (...items: string[]): Node => ({
  type: 'list',
  listType: 'bullet',
  children: items.map((text) => ({ type: 'listitem', children: [words(text)] })),
})
const button = (label: string, url: string): Node => ({
  type: 'block',
  fields: { blockType: 'button', label, url },
})
const body = (...children: Node[]) => parseBody({ root: { type: 'root', children } })

/** The demo's automatic letters. Placeholders are filled in for each mail. */
export const automations: Record<
  AutomationKind,
  { on: boolean; subject: string; preheader: string; body: ReturnType<typeof body> }
> = {
  welcome: {
    on: true,
    subject: 'You’re in, {name|friend}',
    preheader: 'One letter a month, and the kettle’s on until then.',
    body: body(
      paragraph('Hello {name|friend},'),
      paragraph(
        'that was all the paperwork. From now on our letter comes to you about once a month: what’s on in the hall, what’s new on the taps and in the kitchens, and what the Common Good pot has paid for.',
      ),
      paragraph('The Common Room is yours too, from today: come with this address.'),
      button('To the Common Room', '/common-room'),
      heading('Until then'),
      list(
        'Come in. Everything is open to everybody, from the first coffee to last orders.',
        'You find us at {address}.',
        'Want a table kept? Ring {phone}.',
      ),
      button('See what’s on in the hall', '/hall'),
      paragraph(
        'At the foot of every letter there’s a link to leave, to take a break for thirty days, or to choose what we write about. One click, no questions.',
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
        'Come in this week and tell whoever stands at the counter. There’s a slice of the day’s cake for you, on the house, with a candle in it if you insist. Bring somebody to sing.',
      ),
      button('See what’s on the counter', '/cafe'),
      paragraph('All the best from everybody at {product}'),
      paragraph(
        'You get this once a year, because you told us the day. Changed your mind? The link below takes care of it.',
      ),
    ),
  },
}
