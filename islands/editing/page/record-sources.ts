import { showToast } from '../../../cms/platform/ui/toasts.ts'

/** Parts of pages whose content comes from other records than the page's content records. */
const sources = [
  { selector: '.questions', name: 'questions', address: (page: string) => `/cms/faq/${page}` },
  { selector: 'article.menu', name: 'menus', address: () => '/cms/collections/menus' },
  { selector: '.taps', name: 'taps', address: () => '/cms/collections/taps' },
  {
    selector: '[data-area], [data-open-line], .hours, .unusual, .colophon, .wordmark',
    name: 'venue’s record',
    address: () => '/cms/globals/venue',
  },
] as const

/** Shows a toast with a link to the record that a clicked part of the page comes from, if any. */
export function explainSource(target: EventTarget | null, page: string): void {
  if (!(target instanceof Element) || target.closest('a, button, summary, input')) return
  const source = sources.find(({ selector }) => target.closest(selector))
  if (!source) return
  showToast({
    title: `This comes from the ${source.name}.`,
    description: 'Every page that shows it follows.',
    action: {
      label: 'Change it there',
      run: () => location.assign(source.address(page)),
    },
  })
}
