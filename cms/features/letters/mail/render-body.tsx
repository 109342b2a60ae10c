import { Fragment, type ReactNode } from 'react'
import type { Picture } from '../../../platform/media/picture.ts'
import type { Menu } from '../../venue/contract.ts'
import type { ProgrammeDate } from '../ports.ts'
import {
  type Block,
  bold,
  type Fields,
  type Inline,
  type Item,
  italic,
  type LetterBody,
  type List,
} from './body.ts'

/**
 * How to render the elements of a letter, in a mail or on a page.
 * @typeParam Rendered what a block is rendered as
 */
export type Elements<Rendered> = {
  paragraph: (children: ReactNode) => ReactNode
  heading: (level: 2 | 3, children: ReactNode) => ReactNode
  quote: (children: ReactNode) => ReactNode
  list: (ordered: boolean, items: ReactNode) => ReactNode
  item: (children: ReactNode) => ReactNode
  /** @param label the link's text without markup */
  link: (address: string, label: string, children: ReactNode) => ReactNode
  button: (address: string, label: string) => ReactNode
  divider: () => ReactNode
  /** Renders the result of one of the functions above as a block. */
  block: (node: ReactNode) => Rendered
  picture: (picture: Picture) => Rendered
  menus: (menus: Menu[]) => Rendered
}

/** The pictures, menus and facts that a letter shows. */
export type Embedded = {
  /** Fills in the placeholders of a text: the venue's facts and the reader's name. */
  text: (text: string) => string
  /** Null if the picture no longer exists. */
  picture: (id: number) => Picture | null
  /** Empty if the menus no longer exist. */
  menus: (fields: MenuFields) => Menu[]
  /** What is on. Empty if nothing is: then the letter says so. */
  programme: (fields: ProgrammeFields) => ProgrammeDate[]
}
const whatsOn = 'What’s on'
export type ProgrammeFields = Extract<Fields, { blockType: 'programme' }>
export type MenuFields = Extract<Fields, { blockType: 'menu' }>

/** Renders the blocks of a letter in their order, without pictures and menus that no longer exist. */
export function renderBody<Rendered>(
  { root }: LetterBody,
  elements: Elements<Rendered>,
  embedded: Embedded,
): Rendered[] {
  const inOrder = <T,>(nodes: T[], render: (node: T) => ReactNode) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: rendered once
    nodes.map((node, index) => <Fragment key={index}>{render(node)}</Fragment>)
  const inline = (node: Inline): ReactNode => {
    if (node.type === 'linebreak') return <br />
    if (node.type === 'link') {
      return elements.link(
        node.fields.url,
        embedded.text(plainTextOf(node.children)),
        inOrder(node.children, inline),
      )
    }
    let text: ReactNode = embedded.text(node.text)
    if (node.format & italic) text = <em>{text}</em>
    return node.format & bold ? <strong>{text}</strong> : text
  }
  const list = ({ listType, children }: List): ReactNode =>
    elements.list(listType === 'number', inOrder(children, item))
  const item = ({ children }: Item): ReactNode =>
    elements.item(inOrder(children, (node) => (node.type === 'list' ? list(node) : inline(node))))
  const customBlock = (fields: Fields): Rendered[] => {
    switch (fields.blockType) {
      case 'image': {
        const picture = embedded.picture(fields.picture)
        return picture ? [elements.picture(picture)] : []
      }
      case 'button':
        return [elements.block(elements.button(fields.url, embedded.text(fields.label)))]
      case 'menu': {
        const menus = embedded.menus(fields)
        return menus.length ? [elements.menus(menus)] : []
      }
      case 'programme': {
        const dates = embedded.programme(fields)
        const line = ({ title, when, area, path }: ProgrammeDate) =>
          elements.item(
            <>
              {when}: {elements.link(path, title, title)}, {area}
            </>,
          )
        // The words before the block announce something, so it is never empty.
        const nothing = () => (
          <>
            Nothing is on here in these weeks. Look again under{' '}
            {elements.link('/calendar', whatsOn, whatsOn)}.
          </>
        )
        const shown = dates.length
          ? elements.list(false, inOrder([...dates], line))
          : elements.paragraph(nothing())
        return [elements.block(shown)]
      }
    }
  }
  const textBlock = (node: Exclude<Block, { type: 'block' }>): ReactNode => {
    switch (node.type) {
      case 'paragraph':
        return elements.paragraph(inOrder(node.children, inline))
      case 'quote':
        return elements.quote(inOrder(node.children, inline))
      case 'heading':
        return elements.heading(node.tag === 'h2' ? 2 : 3, inOrder(node.children, inline))
      case 'list':
        return list(node)
      case 'horizontalrule':
        return elements.divider()
    }
  }
  return root.children
    .filter((node) => !isEmptyParagraph(node))
    .flatMap((node) =>
      node.type === 'block' ? customBlock(node.fields) : [elements.block(textBlock(node))],
    )
}

// Empty paragraphs are not rendered, because styles set the distance between paragraphs.
const isEmptyParagraph = (node: Block): boolean =>
  node.type === 'paragraph' && !plainTextOf(node.children).trim()

const plainTextOf = (nodes: Inline[]): string =>
  nodes
    .map((node) =>
      node.type === 'linebreak'
        ? ' '
        : node.type === 'text'
          ? node.text
          : plainTextOf(node.children),
    )
    .join('')

/** The beginning of a letter's text, for the preview in a list of mails. */
export function firstWords({ root }: LetterBody, maxLength: number): string {
  const first = root.children.find(
    (block) => block.type === 'paragraph' && plainTextOf(block.children).trim(),
  ) as { children: Inline[] } | undefined
  const text = plainTextOf(first?.children ?? []).trim()
  return text.length <= maxLength
    ? text
    : `${text.slice(0, maxLength).replace(/(?<!\s)\s+\S*$/, '')} …`
}
