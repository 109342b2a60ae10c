import { showToast } from '../../lib/toasts.ts'

/** What stands on pages and is written elsewhere: in records that many pages take from. */
const sources = [
  { selector: '.questions', name: 'questions', address: (page: string) => `/cms/faq/${page}` },
  { selector: 'article.menu', name: 'menus', address: () => '/cms/collections/menus' },
  { selector: '.taps', name: 'taps', address: () => '/cms/collections/taps' },
  {
    selector: '[data-opening], .hours, .unusual, .colophon, .wordmark',
    name: 'venue’s record',
    address: () => '/cms/globals/venue',
  },
] as const

/**
 * Says where words are written that look like texts of the page and are not.
 * @returns whether it knew
 */
export function tellSource(target: EventTarget | null, page: string): boolean {
  if (!(target instanceof Element) || target.closest('a, button, summary, input')) return false
  const source = sources.find(({ selector }) => target.closest(selector))
  if (!source) return false
  showToast({
    title: `This comes from the ${source.name}.`,
    description: 'Every page that shows it follows.',
    action: {
      label: 'Change it there',
      run: () => location.assign(source.address(page)),
    },
  })
  return true
}
