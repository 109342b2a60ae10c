import { describe, expect, test } from 'vitest'
import { isEmpty, LetterBodyError, maxBodyLength, parseBody } from './body.ts'

const text = (words: string, format = 0) => ({ type: 'text', text: words, format, version: 1 })
const bodyOf = (...children: unknown[]) => ({ root: { type: 'root', children } })
const paragraph = (...children: unknown[]) => ({ type: 'paragraph', children })
const block = (fields: object) => ({ type: 'block', fields })
const link = (url: unknown) => paragraph({ type: 'link', fields: { url }, children: [text('x')] })

const fullBody = bodyOf(
  { type: 'heading', tag: 'h2', children: [text('Friday')] },
  paragraph(text('Ring '), text('us', 3), { type: 'linebreak' }, { type: 'tab' }),
  link('/kitchens'),
  paragraph({ type: 'autolink', fields: { url: 'https://a.example' }, children: [text('a')] }),
  {
    type: 'list',
    listType: 'number',
    children: [
      { type: 'listitem', children: [text('one')] },
      {
        type: 'listitem',
        children: [
          { type: 'list', listType: 'bullet', children: [{ type: 'listitem', children: [] }] },
        ],
      },
    ],
  },
  { type: 'quote', children: [text('Best pie in town')] },
  { type: 'horizontalrule' },
  block({ blockType: 'image', picture: 3, id: '6a' }),
  block({ blockType: 'button', label: ' Book ', url: 'https://a.example/b' }),
  block({ blockType: 'menu', room: 'kitchens', section: { id: 4, title: 'Pies' } }),
  block({ blockType: 'programme', area: 'Cafe', interest: 'nothing', weeks: '99' }),
)

test('parsing a parsed body changes nothing', () => {
  const body = parseBody(fullBody)
  expect(parseBody(JSON.parse(JSON.stringify(body)))).toEqual(body)
  const kinds = body.root.children.map(({ type }) => type)
  expect(kinds.join()).toBe(
    'heading,paragraph,paragraph,paragraph,list,quote,horizontalrule,block,block,block,block',
  )
  expect(body.root.children.slice(-4).map((node) => node.type === 'block' && node.fields)).toEqual([
    { blockName: '', id: '6a', blockType: 'image', picture: 3 },
    { blockName: '', blockType: 'button', label: 'Book', url: 'https://a.example/b' },
    { blockName: '', blockType: 'menu', room: 'kitchens', section: 4 },
    { blockName: '', blockType: 'programme', area: 'Cafe', interest: null, weeks: '2' },
  ])
})

test('formatting that the editor does not offer is removed', () => {
  const styled = { ...text('Red', 1 | 8 | 16), style: 'position:fixed', mode: 'token' }
  const styledParagraph = { ...paragraph(styled), format: 'center', indent: 4, onclick: 'alert(1)' }
  const [first] = parseBody(bodyOf(styledParagraph)).root.children
  expect(first).toEqual({
    type: 'paragraph',
    version: 1,
    direction: null,
    format: '',
    indent: 0,
    children: [{ ...text('Red', 1), detail: 0, mode: 'normal', style: '' }],
  })
})

test('private-use and control characters are removed from text', () => {
  const [first] = parseBody(bodyOf(paragraph(text('a\ue000l0\ue001b\u0000c\nd')))).root.children
  expect(first).toMatchObject({ children: [{ text: 'al0bcd' }] })
})

const nested = (depth: number): object =>
  depth === 0
    ? text('x')
    : {
        type: 'list',
        listType: 'bullet',
        children: [{ type: 'listitem', children: [nested(depth - 1)] }],
      }

describe('parseBody refuses', () => {
  test.each<[string, unknown, RegExp]>([
    ['null', null, /as the editor/],
    ['a string', 'Hello', /as the editor/],
    ['an array', [], /as the editor/],
    [
      'a root whose type is not root',
      { root: { type: 'paragraph', children: [] } },
      /as the editor/,
    ],
    ['no children', { root: { type: 'root' } }, /as the editor/],
    ['children that are not an array', bodyOf('Hello'), /as the editor/],
    ['an unknown node', bodyOf({ type: 'iframe', children: [] }), /“iframe”/],
    [
      'a node type that contains markup',
      bodyOf({ type: '<script>', children: [] }),
      /as the editor/,
    ],
    ['an upload node', bodyOf({ type: 'upload', value: 1 }), /“upload”/],
    ['a paragraph in a paragraph', bodyOf(paragraph(paragraph())), /“paragraph”/],
    [
      'a link in a link',
      bodyOf(paragraph({ type: 'link', fields: { url: '/' }, children: [{ type: 'link' }] })),
      /“link”/,
    ],
    [
      'a heading of an unsupported size',
      bodyOf({ type: 'heading', tag: 'h1', children: [] }),
      /two sizes/,
    ],
    ['a checklist', bodyOf({ type: 'list', listType: 'check', children: [] }), /“list”/],
    [
      'a list without list items',
      bodyOf({ type: 'list', listType: 'bullet', children: [text('x')] }),
      /“text”/,
    ],
    ['a text that is not a string', bodyOf(paragraph({ type: 'text', text: 7 })), /as the editor/],
    [
      'a link with two schemes',
      bodyOf(link('https://https://venue.example/a')),
      /which begins twice/,
    ],
    ['a javascript: link', bodyOf(link('javascript:alert(1)')), /no address that a letter/],
    ['a link without address', bodyOf(link('')), /A link has no address/],
    ['a link whose address is an array', bodyOf(link(['/'])), /no address/],
    [
      'an image block without a picture',
      bodyOf(block({ blockType: 'image' })),
      /picture is not chosen/,
    ],
    [
      'a picture whose id is not a number',
      bodyOf(block({ blockType: 'image', picture: '3; drop' })),
      /not chosen/,
    ],
    ['a button without words', bodyOf(block({ blockType: 'button', url: '/' })), /no words/],
    [
      'a button without address',
      bodyOf(block({ blockType: 'button', label: 'Book' })),
      /“Book” has no/,
    ],
    [
      'a button with a data: address',
      bodyOf(block({ blockType: 'button', label: 'B', url: 'data:,x' })),
      /“B” leads/,
    ],
    [
      'a button with a long text',
      bodyOf(block({ blockType: 'button', label: 'B'.repeat(81), url: '/' })),
      /long/,
    ],
    [
      'a menu of an unknown room',
      bodyOf(block({ blockType: 'menu', room: 'cellar' })),
      /menu is not chosen/,
    ],
    ['an unknown block', bodyOf(block({ blockType: 'video' })), /“video”/],
    ['a block without fields', bodyOf({ type: 'block' }), /as the editor/],
    ['lists nested 20 deep', bodyOf(nested(20)), /too deep/],
    ['lists nested 3000 deep', bodyOf(nested(3000)), /too deep/],
    ['a text over the limit', bodyOf(paragraph(text('x'.repeat(maxBodyLength)))), /too long/],
  ])('%s', (_, body, message) => {
    expect(() => parseBody(body)).toThrow(LetterBodyError)
    expect(() => parseBody(body)).toThrow(message)
  })
})

test('a body of blanks and horizontal lines is empty, a body with a picture is not', () => {
  const blank = [paragraph(text('  '), { type: 'linebreak' }), { type: 'horizontalrule' }]
  expect(isEmpty(parseBody(bodyOf(...blank)))).toBe(true)
  expect(isEmpty(parseBody(bodyOf()))).toBe(true)
  expect(isEmpty(parseBody(bodyOf(...blank, block({ blockType: 'image', picture: 1 }))))).toBe(
    false,
  )
})
