import type { ColorPage } from '../../venue/look/inks.ts'
import { roomPath, rooms } from '../../venue/rules.ts'
import type { Fields, LetterBody } from './body.ts'

/**
 * The area that a letter is about: the area of its first menu. Without a menu, the area of its first button
 * that leads to an area's page; without such a button, `home`.
 */
export function areaOf({ root }: LetterBody): ColorPage {
  const blocks = root.children.flatMap((node) => (node.type === 'block' ? [node.fields] : []))
  const menu = blocks.find((fields) => fields.blockType === 'menu')
  return menu ? menu.room : (blocks.map(roomOf).find(Boolean) ?? 'home')
}

const roomOf = (fields: Fields) =>
  fields.blockType === 'button'
    ? rooms.find((room) => fields.url.replace(/[?#].*/, '') === roomPath(room))
    : undefined
