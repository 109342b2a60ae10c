import type { OpenPage } from '../cms/features/content/page.ts'
import { positionStyle } from '../cms/features/content/position.ts'
import { nameOfText } from '../cms/features/content/staff-view.ts'

type TextKey = { section: string; key: string; global?: boolean }

/**
 * A text and the attributes of its element. `style` is the text's position. `staffAttributes` are the text's name,
 * whether it is empty and, in `history` mode, the published text if it differs.
 * @returns `isShown`: whether the element is rendered
 */
export function textAttributes(page: OpenPage, { section, key, global = false }: TextKey) {
  const value = global ? page.global(section, key) : page.text(section, key)
  const position = page.positionOf(section, key, global)
  const style = position && positionStyle(position)
  const { staff } = page
  if (!staff) return { value, isShown: value !== '', style, staffAttributes: {} }
  const name = nameOfText(section, key, global)
  staff.shownNames.add(name)
  const hasKey = page.hasKey(global ? 'global' : page.key, section, key)
  const isBlank = value === '' && staff.mode === 'edit' && hasKey
  const published = staff.published?.[global ? 'global' : 'text'](section, key) ?? value
  const isChanged = published !== value
  return {
    value,
    isShown: value !== '' || isBlank || isChanged,
    style,
    staffAttributes: {
      'data-cms': name,
      'data-empty': isBlank ? key.replaceAll('_', ' ') : undefined,
      'data-changed': isChanged ? published : undefined,
    },
  }
}

/** An element's attributes, with the CSS of a text's position appended to their `style`. */
export const withPosition = <T extends { style?: string | undefined }>(
  attributes: T,
  position?: string,
): T =>
  position
    ? { ...attributes, style: [attributes.style, position].filter(Boolean).join(';') }
    : attributes
