import { interests } from '../../newsletter/rules.ts'
import { rooms, type VenueArea, venueAreas } from '../../venue/rules.ts'
import { beginsTwice, isLinkAddress } from './address.ts'

export const menuRooms = rooms.filter((room) => room !== 'community' && room !== 'common-room')
export type MenuRoom = Exclude<(typeof rooms)[number], 'community' | 'common-room'>

/** Maximum length of a letter's JSON, in characters. */
export const maxBodyLength = 200_000
const maxDepth = 8
export const maxLabelLength = 80
/** How many weeks the block *What’s on* can show. */
export const programmeWeeks = ['1', '2', '4', '8'] as const

export const bold = 1
export const italic = 2

export type LetterText = { type: 'text'; text: string; format: number }
export type Link = { type: 'link'; fields: { url: string }; children: (LetterText | Break)[] }
export type Break = { type: 'linebreak' }
export type Inline = LetterText | Link | Break
export type Item = { type: 'listitem'; children: (Inline | List)[] }
export type List = { type: 'list'; listType: 'bullet' | 'number'; children: Item[] }
export type Fields =
  | { blockType: 'image'; picture: number }
  | { blockType: 'button'; label: string; url: string }
  | { blockType: 'menu'; room: MenuRoom; section: number | null }
  | { blockType: 'programme'; area: VenueArea | null; interest: string | null; weeks: string }
export type Block =
  | { type: 'paragraph' | 'quote'; children: Inline[] }
  | { type: 'heading'; tag: 'h2' | 'h3'; children: Inline[] }
  | List
  | { type: 'block'; fields: Fields & { id?: string } }
  | { type: 'horizontalrule' }

/** The text of a letter in the editor's format, reduced to what letters support. */
export type LetterBody = { root: { type: 'root'; children: Block[] } }

/** A problem in a letter, with a message for its writer. */
export class LetterBodyError extends Error {
  override name = 'LetterBodyError'
}
const refuse = (message: string): never => {
  throw new LetterBodyError(message)
}

type EditorNode = Record<string, unknown>
const isNode = (value: unknown): value is EditorNode =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const invalidFormat = 'This is not written as the editor writes letters.'

/**
 * Parses the text of a letter. Formatting that the editor does not offer, such as pasted colours, is
 * dropped; other unknown content is refused.
 * @param options.allowsGaps for drafts: pictures, buttons and menus may be incomplete. Only a body without gaps
 *   can be rendered.
 * @throws LetterBodyError
 */
export function parseBody(value: unknown, { allowsGaps = false } = {}): LetterBody {
  const root = isNode(value) ? value.root : null
  if (!isNode(root) || root.type !== 'root') return refuse(invalidFormat)
  const children = childrenOf(root, 0).map((each) => blockOf(each, 1, allowsGaps))
  const body: LetterBody = { root: element('root', { children }) }
  if (JSON.stringify(body).length > maxBodyLength) {
    return refuse('This is too long for a letter. Put the rest on a page, and a link to it here.')
  }
  return body
}

/** Whether a letter has no text, picture, button or menu. */
export const isEmpty = ({ root }: LetterBody): boolean => root.children.every(isBlank)

const isBlank = (node: Block | Inline | Item): boolean => {
  if (node.type === 'text') return !node.text.trim()
  if ('children' in node) return node.children.every(isBlank)
  return node.type === 'linebreak' || node.type === 'horizontalrule'
}

// Properties that the editor expects on every element.
const element = <Type extends string, Rest extends object>(type: Type, rest: Rest) => ({
  type,
  version: 1,
  direction: null,
  format: '' as const,
  indent: 0,
  ...rest,
})

function childrenOf(node: EditorNode, depth: number): EditorNode[] {
  if (depth > maxDepth) return refuse('Lists in this letter stand too deep in each other.')
  const { children } = node
  if (!Array.isArray(children) || !children.every(isNode)) return refuse(invalidFormat)
  return children
}

const refuseNode = ({ type }: EditorNode): never =>
  refuse(
    typeof type === 'string' && /^[\w-]{1,40}$/.test(type)
      ? `A letter can’t hold “${type}” here.`
      : invalidFormat,
  )

function blockOf(node: EditorNode, depth: number, allowsGaps: boolean): Block {
  const inlines = () => childrenOf(node, depth).map((each) => inlineOf(each, depth + 1))
  switch (node.type) {
    case 'paragraph':
    case 'quote':
      return element(node.type, { children: inlines() })
    case 'heading': {
      const { tag } = node
      if (tag !== 'h2' && tag !== 'h3') return refuse('Headings of a letter have two sizes.')
      return element('heading', { tag, children: inlines() })
    }
    case 'list':
      return listOf(node, depth)
    case 'block':
      return {
        ...element('block', { fields: fieldsOf(node.fields, allowsGaps) }),
        version: 2,
      } as Block
    case 'horizontalrule':
      return { type: 'horizontalrule', version: 1 } as Block
    default:
      return refuseNode(node)
  }
}

function listOf(node: EditorNode, depth: number): List {
  const { listType } = node
  if (listType !== 'bullet' && listType !== 'number') return refuseNode(node)
  const children = childrenOf(node, depth).map((item, index): Item => {
    if (item.type !== 'listitem') return refuseNode(item)
    const content = childrenOf(item, depth + 1).map((each) =>
      each.type === 'list' ? listOf(each, depth + 2) : inlineOf(each, depth + 2),
    )
    return element('listitem', { value: index + 1, children: content })
  })
  const tag = listType === 'bullet' ? 'ul' : 'ol'
  return element('list', { listType, tag, start: 1, children })
}

function inlineOf(node: EditorNode, depth: number): Inline {
  if (node.type !== 'link' && node.type !== 'autolink') return plainOf(node)
  const { url } = isNode(node.fields) ? node.fields : {}
  if (!isLinkAddress(url)) return refuse(describeBadLink('A link', url))
  const id = idOf(node.id)
  return {
    ...element('link', {
      ...(id && { id }),
      fields: { linkType: 'custom', url },
      children: childrenOf(node, depth).map(plainOf),
    }),
    version: 3,
  } as Link
}

function plainOf(node: EditorNode): LetterText | Break {
  if (node.type === 'linebreak') return { type: 'linebreak', version: 1 } as Break
  if (node.type === 'tab') return textOf(' ', 0)
  if (node.type !== 'text') return refuseNode(node)
  const { text, format } = node
  if (typeof text !== 'string') return refuse(invalidFormat)
  return textOf(text, Number.isInteger(format) ? (format as number) & (bold | italic) : 0)
}

const textOf = (text: string, format: number) =>
  ({
    type: 'text',
    version: 1,
    text: clean(text),
    format,
    detail: 0,
    mode: 'normal',
    style: '',
  }) as LetterText

// Removes control characters and private-use characters. Private-use characters mark names and links, see
// personalise.ts.
const clean = (text: string): string => text.replace(/[\p{Cc}\p{Co}]/gu, '')

function fieldsOf(fields: unknown, allowsGaps: boolean): Fields & { id?: string } {
  if (!isNode(fields)) return refuse(invalidFormat)
  const id = idOf(fields.id)
  const common = { blockName: '', ...(id && { id }) }
  const orGap = <Value>(value: Value | null, message: string): Value =>
    value ?? (allowsGaps ? (null as Value) : refuse(message))
  switch (fields.blockType) {
    case 'image': {
      const picture = orGap(recordId(fields.picture), 'A picture is not chosen yet.')
      return { ...common, blockType: 'image', picture }
    }
    case 'button': {
      const written = typeof fields.label === 'string' ? clean(fields.label).trim() : ''
      const label = orGap(written || null, 'A button has no words yet.')
      if (written.length > maxLabelLength)
        return refuse(`“${written.slice(0, 20)}…” is long for a button.`)
      const address = isLinkAddress(fields.url) ? fields.url : null
      const isGap = allowsGaps && !fields.url
      if (!address && !isGap)
        return refuse(describeBadLink(label ? `The button “${label}”` : 'A button', fields.url))
      return { ...common, blockType: 'button', label, url: address ?? '' }
    }
    case 'menu': {
      const chosen = menuRooms.find((each) => each === fields.room) as MenuRoom | undefined
      const room = orGap(chosen ?? null, 'A menu is not chosen yet.')
      return { ...common, blockType: 'menu', room, section: recordId(fields.section) }
    }
    case 'programme': {
      const area = venueAreas.find((each) => each === fields.area) ?? null
      const interest = interests.find((each) => each === fields.interest) ?? null
      const weeks = programmeWeeks.find((each) => each === fields.weeks) ?? '2'
      return { ...common, blockType: 'programme', area, interest, weeks }
    }
    default:
      return refuseNode({ type: fields.blockType })
  }
}

function describeBadLink(what: string, url: unknown): string {
  if (!url) return `${what} has no address yet.`
  const why = beginsTwice(String(url))
    ? 'which begins twice. Take one of the two beginnings away.'
    : 'which is no address that a letter can lead to.'
  return `${what} leads to “${String(url).slice(0, 60)}”, ${why}`
}

// A related record is given by its id or, if it was populated, as an object.
function recordId(value: unknown): number | null {
  const id = isNode(value) ? value.id : value
  return Number.isInteger(id) && (id as number) > 0 && (id as number) < 2 ** 31
    ? (id as number)
    : null
}

const idOf = (id: unknown): string | undefined =>
  typeof id === 'string' && /^[\w-]{1,40}$/.test(id) ? id : undefined
