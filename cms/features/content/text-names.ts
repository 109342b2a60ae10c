import { asWords } from '../../platform/ui/as-words.ts'
import { pageName } from './routes.ts'

// Names for sections and keys whose own names are not clear to staff.
const sectionNames: Readonly<Record<string, string>> = {
  hero: 'Opening',
  meta: 'Search results',
  nav: 'Menu',
  faq: 'Questions',
  donts: 'Don’ts',
}
const keyNames: Readonly<Record<string, string>> = {
  lead: 'Words',
  body: 'Words',
  eyebrow: 'Line above the title',
}

/** The name of a section for staff: `hero` is `Opening`. */
export const sectionName = (section: string): string => sectionNames[section] ?? asWords(section)

/** The name of a text within its section: `lead` is `Words`. */
export const keyName = (key: string): string => keyNames[key] ?? asWords(key)

/** The name for staff of a text that is on every page. @param path section and key: `footer.hours_title` */
export function globalTextName(path: string): string {
  const [section = '', content_key = ''] = path.split('.')
  return textName({ page: 'global', section, content_key })
}

type TextKey = { page: string; section: string; content_key: string }

/** The name of a text for staff: `Cafe: opening words`. */
export const textName = ({ page, section, content_key }: TextKey): string =>
  `${pageName(page)}: ${sectionName(section).toLowerCase()} ${keyName(content_key).toLowerCase()}`
