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

/** What the parts of a letter look like in one place: in a mail, or on a page. */
export type Elements = {
  paragraph: (children: ReactNode) => ReactNode
  heading: (level: 2 | 3, children: ReactNode) => ReactNode
  quote: (children: ReactNode) => ReactNode
  list: (ordered: boolean, items: ReactNode) => ReactNode
  item: (children: ReactNode) => ReactNode
  /** @param label what can be read of it, without its markup */
  link: (address: string, label: string, children: ReactNode) => ReactNode
  button: (address: string, label: string) => ReactNode
  picture: (picture: Picture) => ReactNode
  menus: (menus: Menu[]) => ReactNode
  divider: () => ReactNode
}

/** What a letter shows beside its own words. */
export type Material = {
  /** A text as it is read: with the venue’s facts, and something for the reader’s name. */
  words: (text: string) => string
  picture: (id: number) => Picture
  menus: (fields: Extract<Fields, { blockType: 'menu' }>) => Menu[]
}

/**
 * Draws a letter. Its parts are asked for in the order in which they are read.
 * @throws what `material` throws where something is gone
 */
export function drawBody({ root }: LetterBody, elements: Elements, material: Material): ReactNode {
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
  const special = (fields: Fields): ReactNode => {
    switch (fields.blockType) {
      case 'image':
        return elements.picture(material.picture(fields.picture))
      case 'button':
        return elements.button(fields.url, words(fields.label))
      case 'menu':
        return elements.menus(material.menus(fields))
    }
  }
  const block = (node: Block): ReactNode => {
    switch (node.type) {
      case 'paragraph':
        // An empty line is there for the eye; the distance between paragraphs is the look’s to give.
        return plain(node.children).trim()
          ? elements.paragraph(inOrder(node.children, inline))
          : null
      case 'quote':
        return elements.quote(inOrder(node.children, inline))
      case 'heading':
        return elements.heading(node.tag === 'h2' ? 2 : 3, inOrder(node.children, inline))
      case 'list':
        return list(node)
      case 'block':
        return special(node.fields)
      case 'horizontalrule':
        return elements.divider()
    }
  }
  return inOrder(root.children, block)
}

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
