import { formatMoney } from '../../cms/platform/ui/money.ts'
import { writeText } from '../lib/write-text.ts'
import { pollTotal } from './poll-total.ts'

/**
 * Shows the current total of the Common Good in each element with `data-common-good-total`, whose value is the currency
 * code. Starts again after each navigation.
 */
export function showTotal(): void {
  let stop: (() => void) | undefined
  const start = () => {
    stop?.()
    const elements = document.querySelectorAll<HTMLElement>('[data-common-good-total]')
    stop = elements.length
      ? pollTotal((cents) => {
          for (const element of elements) {
            writeText(element, formatMoney(cents, element.dataset.commonGoodTotal ?? ''))
          }
        })
      : undefined
  }
  start()
  document.addEventListener('astro:page-load', start)
}
