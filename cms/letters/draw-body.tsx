import { Fragment, type ReactNode } from 'react'
import type { Picture } from '../media/picture.ts'
import type { Menu } from '../venue/contract.ts'
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
 * What the parts of a letter look like in one place: in a mail, or on a page.
 * @typeParam Block what a part that stands by itself becomes there
 */
export type Elements<Block> = {
  paragraph: (children: ReactNode) => ReactNode
  heading: (level: 2 | 3, children: ReactNode) => ReactNode
  quote: (children: ReactNode) => ReactNode
  list: (ordered: boolean, items: ReactNode) => ReactNode
  item: (children: ReactNode) => ReactNode
  /** @param label what can be read of it, without its markup */
  link: (address: string, label: string, children: ReactNode) => ReactNode
  button: (address: string, label: string) => ReactNode
  divider: () => ReactNode
  /** Any of these, as a part that stands by itself. */
  words: (node: ReactNode) => Block
  picture: (picture: Picture) => Block
  menus: (menus: Menu[]) => Block
}

/** What a letter shows beside its own words. */
export type Material = {
  /** A text as it is read: with the venue’s facts, and something for the reader’s name. */
  words: (text: string) => string
  /** Null where it is gone. */
  picture: (id: number) => Picture | null
  /** None where they are gone. */
  menus: (fields: MenuFields) => Menu[]
}
export type MenuFields = Extract<Fields, { blockType: 'menu' }>

/** Draws a letter, part by part, in the order in which they are read. What is gone is left out. */
export function drawBody<Drawn>(
  { root }: LetterBody,
  elements: Elements<Drawn>,
  material: Material,
): Drawn[] {
  const { words } = material
  const inOrder = <T,>(nodes: T[], draw: (node: T) => ReactNode) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: drawn once, never again
    nodes.map((node, index) => <Fragment key={index}>{draw(node)}</Fragment>)
  const inline = (node: Inline): ReactNode => {
    if (node.type === 'linebreak') return <br />
    if (node.type === 'link') {
      return elements.link(
        node.fields.url,
        words(plain(node.children)),
        inOrder(node.children, inline),
      )
    }
    let text: ReactNode = words(node.text)
    if (node.format & italic) text = <em>{text}</em>
    return node.format & bold ? <strong>{text}</strong> : text
  }
  const list = ({ listType, children }: List): ReactNode =>
    elements.list(listType === 'number', inOrder(children, item))
  const item = ({ children }: Item): ReactNode =>
    elements.item(inOrder(children, (node) => (node.type === 'list' ? list(node) : inline(node))))
  const special = (fields: Fields): Drawn[] => {
    switch (fields.blockType) {
      case 'image': {
        const picture = material.picture(fields.picture)
        return picture ? [elements.picture(picture)] : []
      }
      case 'button':
        return [elements.words(elements.button(fields.url, words(fields.label)))]
      case 'menu': {
        const menus = material.menus(fields)
        return menus.length ? [elements.menus(menus)] : []
      }
    }
  }
  const textual = (node: Exclude<Block, { type: 'block' }>): ReactNode => {
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
    .filter((node) => !isGap(node))
    .flatMap((node) =>
      node.type === 'block' ? special(node.fields) : [elements.words(textual(node))],
    )
}

// An empty line is there for the eye; the distance between paragraphs is the look’s to give.
const isGap = (node: Block): boolean => node.type === 'paragraph' && !plain(node.children).trim()

const plain = (nodes: Inline[]): string =>
  nodes
    .map((node) =>
      node.type === 'linebreak' ? ' ' : node.type === 'text' ? node.text : plain(node.children),
    )
    .join('')

/** The first words of a letter, at most so many characters of them: what stands beside its subject. */
export function firstWords({ root }: LetterBody, most: number): string {
  const first = root.children.find(
    (block) => block.type === 'paragraph' && plain(block.children).trim(),
  ) as { children: Inline[] } | undefined
  const text = plain(first?.children ?? []).trim()
  return text.length <= most ? text : `${text.slice(0, most).replace(/\s+\S*$/, '')} …`
}
